import { runFileCommand } from "./command.ts";
import { restoreBackup } from "./restore.ts";

/** `npm run restore`: fills a new bundled database with the file of a backup. */
await runFileCommand({
  name: "restore",
  share: false,
  work: async (db, file, home) =>
    `${await restoreBackup(db, file)} rows were restored, data in ${home}. Everybody signs in ` +
    "again. Start the product and open the books: all checks must hold.",
});
