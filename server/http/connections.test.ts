import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../testing/app.ts";
import { aPlayer } from "../testing/makers.ts";

const server = useApp();
let port = 0;
let token = "";
beforeAll(async () => {
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(address).port);
  token = await server.signIn(await aPlayer(server.db, { balance: 45 }));
});

/** Everything that is answered on one connection to what is written on it at once. */
const say = (...words: string[]): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(words.join(""));
  return text(socket);
};

const statusesOf = (answers: string): string[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = ""]) => status);

const LAST_CALL = () =>
  "GET /api/wallet/balance HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" +
  `authorization: Bearer ${token}\r\n\r\n`;

const part = (name: string, value: string, more = "") =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const sendingForm = (form: string) =>
  `POST /api/wallet/deposit HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${form.length}\r\n\r\n${form}`;

/** More than is under way between the connection and whoever reads the form. */
const LARGE_FILE = part("proof", "x".repeat(4_000_000), '; filename="a.png"');

describe("a connection goes on to its next call behind a form that is refused", () => {
  it.each([
    ["for a field that is given twice", part("amount", "1") + part("amount", "1"), "400"],
    ["for a field that is too long", part("amount", "1".repeat(5_000)), "413"],
    [
      "for its many fields",
      Array.from({ length: 30 }, (_, n) => part(`f${n}`, "1")).join(""),
      "413",
    ],
  ])("%s, however much comes after it", async (_why, fields, status) => {
    const answers = await say(sendingForm(`${fields}${LARGE_FILE}--x--\r\n`), LAST_CALL());
    expect(statusesOf(answers)).toEqual([status, "200"]);
    expect(answers).toContain('{"balance":45}');
  });
});
