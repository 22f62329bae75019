import { SettingError } from '../config';

/** Runs a command of the shell: what its caller can mend is said in a sentence, only mistakes come with their stack. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  });
}

/** There is something that a command may not do here. */
export class Refused extends Error {}

/** A command line that cannot be understood. The message says what is wrong. */
export class WrongArguments extends Error {}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof SettingError || error instanceof WrongArguments || error instanceof Refused ? error.message : String(error.stack);
}
