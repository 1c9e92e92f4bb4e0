import Fastify from "fastify";

/** A floor: Fastify with a constant response of BYTES bytes. */
const length = Number(process.env["BYTES"]) - '{"text":""}'.length;
const text = JSON.stringify({ text: "x".repeat(Math.max(0, length)) });

const app = Fastify();
app.get("/", async (_request, reply) => {
  reply.type("application/json; charset=utf-8");
  return text;
});
/** A floor for screens: a page with one button that fetches nothing. */
app.get("/button", async (_request, reply) => {
  reply.type("text/html; charset=utf-8");
  return `<!doctype html>
    <meta name="viewport" content="width=device-width">
    <button data-number="0" onclick="this.ariaPressed = this.textContent += '.'">Tap</button>`;
});
console.log(`ready at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
process.on("SIGTERM", () => process.exit(0));
