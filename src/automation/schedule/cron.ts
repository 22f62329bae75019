import { Cron } from 'croner';

const FIVE_PARTS = /^\s*(\S+\s+){4}\S+\s*$/;
const NICKNAME = /^@(hourly|daily|weekly|monthly|yearly|annually|midnight)$/i;

/** What is wrong with a cron expression; undefined when nothing is. */
export function cronComplaint(expression: string): string | undefined {
  const sentence = 'must be a cron expression of five parts (minute, hour, day of month, month, day of week), such as "0 9 * * 1-5"';
  if (!FIVE_PARTS.test(expression) && !NICKNAME.test(expression)) return sentence;
  try {
    cron(expression, 'UTC');
    return undefined;
  } catch (error) {
    return `${sentence}: ${(error as Error).message.replace(/^CronPattern: /, '')}`;
  }
}

/** Its times from an instant on; none for one that never comes, such as 31 February. */
export function* cronTimes(expression: string, zone: string, from: number): Generator<number> {
  const times = cron(expression, zone);
  for (let next = times.nextRun(new Date(from - 1)); next; next = times.nextRun(next)) yield next.getTime();
}

const cron = (expression: string, zone: string): Cron => new Cron(expression.trim(), { timezone: zone, paused: true });
