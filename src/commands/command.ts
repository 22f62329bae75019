import { parseArgs, type ParseArgsConfig } from 'node:util';
import { SettingError } from '../core/config';
import { BackupError } from '../core/database/backup/backup-error';

/** Runs a command-line command. Errors that the user can fix are printed as a sentence; only bugs with their stack trace. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  });
}

/** Reads a command line. @throws InvalidArguments */
export function readCommandLine<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message} See --help.`);
  }
}

/** The command cannot be carried out. The message tells why. */
export class CommandError extends Error {}

/** The command line is invalid. The message tells why. */
export class InvalidArguments extends Error {}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof SettingError || error instanceof InvalidArguments || error instanceof CommandError || error instanceof BackupError
    ? error.message
    : String(error.stack);
}
