import type { houseRoutes } from "../../contract/houses/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { canPlay, createHouse, deleteHouse, getHouse, listHouses, updateHouse } from "./service.ts";

export const houseHandlers: Handlers<typeof houseRoutes> = {
  "GET /houses": ({ context, query }) => listHouses(context, query),
  "GET /houses/{id}": ({ context, params }) => getHouse(context, params.id),
  "GET /houses/{id}/can-play": ({ context, params, query }) => canPlay(context, params.id, query),
  "POST /houses": ({ context, actor, body, key }) => createHouse(context, actor, body, key),
  "PUT /houses/{id}": ({ context, actor, params, body }) =>
    updateHouse(context, actor, params.id, body),
  "DELETE /houses/{id}": ({ context, actor, params }) => deleteHouse(context, actor, params.id),
};
