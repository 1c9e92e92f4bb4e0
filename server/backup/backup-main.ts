import { writeBackup } from "./backup.ts";
import { runFileCommand } from "./command.ts";

/** `npm run backup`: writes the bundled database to a file, also while the product runs. */
await runFileCommand({
  name: "backup",
  share: true,
  work: async (db, file) => `${await writeBackup(db, file)} rows are in ${file}.`,
});
