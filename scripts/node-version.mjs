// Imported first by every script, and written so that old versions of Node can read it.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
// The first of each that lets CommonJS require an ES module, as packages of ours do.
const is_enough = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
if (!is_enough) {
  console.error(
    "Nishana needs Node 24, or 20 from 20.19 on, or 22 from 22.12 on; " +
      `this is ${process.versions.node}.`,
  );
  process.exit(1);
}
