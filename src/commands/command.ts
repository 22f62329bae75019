import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OperatorError } from '../core/config';
import { explainError } from '../core/database/explain-error';

/** Runs a command-line command. Errors that the user can fix are printed as a sentence; only bugs with their stack trace. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`);
    process.exitCode = 1;
  });
}

/** Reads a command line. @throws InvalidArguments */
export function readCommandLine<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message.replace(/\.?$/, '.')} See --help.`);
  }
}

/** The command cannot be carried out. The message tells why. */
export class CommandError extends OperatorError {}

/** The command line is invalid. The message tells why. */
export class InvalidArguments extends OperatorError {}
