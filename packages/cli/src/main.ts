/** The `assay` command. @module */
import { assayCommands } from './commands/assay.ts';
import { processTerminal } from './processTerminal.ts';
import { runCommandLine } from './run.ts';
import { VERSION } from './version.ts';

const program = { name: 'assay', version: VERSION };

// Only the status is set: pending output still reaches its reader.
process.exitCode = await runCommandLine(process.argv.slice(2), assayCommands, program, processTerminal);
