import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { RouteShape } from "../../contract/route.ts";
import { contract } from "../../contract/table.ts";
import { useApp } from "../testing/app.ts";
import { inject } from "../testing/inject.ts";
import { anAdmin } from "../testing/makers.ts";

const server = useApp();

const asked = Object.entries<RouteShape>(contract).flatMap(([key, { query }]) =>
  query
    ? [[key, Object.keys(z.toJSONSchema(query, { io: "input" }).properties ?? {})] as const]
    : [],
);

test.each(asked)("%s without values of its parameters is as without them", async (key, names) => {
  const [, path = ""] = key.split(" ");
  const url = `/api${path.replace("{id}", "1")}`;
  const headers = { authorization: `Bearer ${await server.signIn(await anAdmin(server.db))}` };
  const without = await inject(server.app, { url, headers });
  const empty = await inject(server.app, { url: `${url}?${names.join("=&")}=`, headers });
  expect({ status: empty.status, names }).toEqual({ status: without.status, names });
  expect(names).not.toEqual([]);
});
