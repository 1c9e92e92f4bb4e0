import "./node-version.mjs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";

await install();
await build();
await import("../dist/server/orders/void-orders-main.js");
