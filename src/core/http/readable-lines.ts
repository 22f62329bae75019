import { pino, type DestinationStream } from 'pino';

interface Line {
  level: number;
  time: number;
  msg?: string;
  context?: string;
  stack?: string;
  errorId?: string;
  err?: { stack?: string; message?: string };
  req?: { method: string; path: string };
  res?: { status: number };
  responseTime?: number;
  address?: string;
  key?: string;
  user?: string;
}

/** Converts JSON log lines into human-readable ones: `12:30:05 info  POST /api/Jobs/Search 200 14 ms by Alice`. */
export const readableLines = (destination: DestinationStream): DestinationStream => ({
  write: (json: string) => destination.write(`${readable(JSON.parse(json) as Line)}\n`),
});

function readable(line: Line): string {
  const time = new Date(line.time).toTimeString().slice(0, 8);
  const level = (pino.levels.labels[line.level] ?? '').padEnd(5);
  return [time, level, line.req ? request(line) : message(line)].join(' ');
}

const request = ({ req, res, responseTime, key, user = key, address }: Line): string =>
  `${req?.method} ${req?.path} ${res?.status} ${responseTime} ms${user ? ` by ${user}` : address ? ` from ${address}` : ''}`;

function message({ msg = '', context, errorId, stack, err }: Line): string {
  const head = [context && `[${context}]`, msg, errorId].filter(Boolean).join(' ');
  return [head, stack ?? err?.stack ?? err?.message].filter(Boolean).join('\n');
}
