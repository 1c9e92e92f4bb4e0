import type { houseRoutes } from "../../contract/houses/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { canPlay, createHouse, deleteHouse, getHouse, listHouses, updateHouse } from "./service.ts";

export const houseHandlers: Handlers<typeof houseRoutes> = {
  "GET /houses": ({ context, query }) => listHouses(context, query),
  "GET /houses/{id}": ({ context, params }) => getHouse(context, params.id),
  "GET /houses/{id}/can-play": ({ context, params, query }) => canPlay(context, params.id, query),
  "POST /houses": ({ context, user, body }) => createHouse(context, user.id, body),
  "PUT /houses/{id}": ({ context, user, params, body }) =>
    updateHouse(context, user.id, params.id, body),
  "DELETE /houses/{id}": ({ context, user, params }) => deleteHouse(context, user.id, params.id),
};
