import { Cron } from 'croner';

const FIVE_FIELDS = /^\s*(\S+\s+){4}\S+\s*$/;
const NICKNAME = /^@(hourly|daily|weekly|monthly|yearly|annually|midnight)$/i;

/** The error in a cron expression; undefined if it is valid. */
export function cronError(expression: string): string | undefined {
  const message = 'must be a cron expression with five fields (minute, hour, day of month, month, day of week), such as "0 9 * * 1-5"';
  if (!FIVE_FIELDS.test(expression) && !NICKNAME.test(expression)) return message;
  try {
    cron(expression, 'UTC');
    return undefined;
  } catch (error) {
    return `${message}: ${(error as Error).message.replace(/^CronPattern: /, '')}`;
  }
}

/** Its times from an instant on; none for a date that does not exist, such as 31 February. */
export function* cronTimes(expression: string, zone: string, from: number): Generator<number> {
  const times = cron(expression, zone);
  for (let next = times.nextRun(new Date(from - 1)); next; next = times.nextRun(next)) yield next.getTime();
}

const cron = (expression: string, zone: string): Cron => new Cron(expression, { timezone: zone });
