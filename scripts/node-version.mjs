// Every script imports this first. Its syntax must work in old versions of Node.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
// The first minor of each major in which CommonJS can require an ES module, as dependencies do.
const is_enough = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
if (!is_enough) {
  console.error(
    "Nishana needs Node 24 or later, or 20 from 20.19 on, or 22 from 22.12 on; " +
      `this is ${process.versions.node}.`,
  );
  process.exit(1);
}
