import Fastify from "fastify";

/** A floor: Fastify, answering the same text each time, as long as BYTES says. */
const length = Number(process.env["BYTES"]) - '{"text":""}'.length;
const text = JSON.stringify({ text: "x".repeat(Math.max(0, length)) });

const app = Fastify();
app.get("/", async (_request, reply) => {
  reply.type("application/json; charset=utf-8");
  return text;
});
console.log(`ready at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
process.on("SIGTERM", () => process.exit(0));
