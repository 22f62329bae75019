import { percentile } from '../load';
import { costOf, type Members } from './cost';

const WRITERS = 16;
/** A candidate of the seed. */
const HOT = 30;

/** Updates of one record by 16 clients, spread over the processes. @returns a line about them */
export async function measureHotRow(members: Members, writes: number): Promise<string> {
  const failed: number[] = [];
  const latencies: number[] = [];
  let next = 0;
  const write = async (port: number): Promise<void> => {
    for (let number = next++; number < writes; number = next++) {
      const sent = performance.now();
      const status = await update(port, `Title ${number}`);
      latencies.push(performance.now() - sent);
      if (status !== 200) failed.push(status);
    }
  };
  const { services } = members;
  const { perSecond, conflicts } = await costOf(members, async () => {
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(services[writer % services.length]!.port)));
    return writes;
  });
  const sorted = latencies.toSorted((one, other) => one - other);
  const [median = 0, most = 0] = [0.5, 0.999].map((share) => percentile(sorted, share));
  return [
    `${writes} writes of one record by ${WRITERS} clients at ${services.length} processes: ${failed.length} failed`,
    `${perSecond.toFixed(0)} a second`,
    `${conflicts.toFixed(0)} conflicts per 1,000`,
    `${median.toFixed(0)} ms, one in a thousand ${most.toFixed(0)} ms or more, the slowest ${Math.max(...latencies).toFixed(0)} ms`,
  ].join('; ');
}

async function update(port: number, jobTitle: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/Candidates/${HOT}/V2`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jobTitle }),
  });
  await response.text();
  return response.status;
}
