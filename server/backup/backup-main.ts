import { writeBackup } from "./backup.ts";
import { runCommand } from "./command.ts";

/** `npm run backup`: writes the bundled database to a file, also while the product runs. */
await runCommand({
  name: "backup",
  share: true,
  work: async (db, file) => `${await writeBackup(db, file)} rows are in ${file}.`,
});
