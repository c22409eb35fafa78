/** A process that takes the data folder of its argument, says so, and stays. @module */
import { openDataFolder } from '../../../src/adapters/dataFolder/dataFolder.ts';

try {
  await openDataFolder(process.argv[2]!);
  process.stdout.write('held\n');
  setInterval(() => {}, 60_000);
} catch (cause) {
  process.stdout.write(`refused: ${(cause as Error).message}\n`);
}
