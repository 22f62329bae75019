import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import { industryOfCandidate } from './relations';
import type { DemoContext } from './demo-context';

/** The employment history of a candidate, latest first. */
export function* histories(context: DemoContext, ids: IdSequences, candidate: number): DemoRecords {
  const random = context.random('history', candidate);
  const { titles, clients } = industryOfCandidate(candidate);
  let end = -random.int(0, 200);
  for (let position = 1, count = candidate === 1 ? 3 : random.int(0, 4); position <= count; position++) {
    const start = end - random.int(150, 1500);
    const isCurrent = position === 1 && random.chance(0.4);
    yield demoRecord('EmploymentHistory', {
      id: ids.next('EmploymentHistory'),
      candidateID: candidate,
      position,
      jobTitle: random.pick(titles),
      employer: random.pick(clients),
      startDate: context.day(start),
      endDate: isCurrent ? undefined : context.day(end),
    });
    end = start - random.int(0, 120);
  }
}
