import { made, type Making, type Numbers } from './made';
import { industryOfCandidate } from './relations';
import type { World } from './world';

/** The jobs of a candidate's past, the latest first. */
export function* histories(world: World, numbers: Numbers, candidate: number): Making {
  const random = world.random('history', candidate);
  const { titles, clients } = industryOfCandidate(candidate);
  let end = -random.int(0, 200);
  for (let position = 1, count = candidate === 1 ? 3 : random.int(0, 4); position <= count; position++) {
    const start = end - random.int(150, 1500);
    const isCurrent = position === 1 && random.chance(0.4);
    yield made('EmploymentHistory', {
      id: numbers.next('EmploymentHistory'),
      candidateID: candidate,
      position,
      jobTitle: random.pick(titles),
      employer: random.pick(clients),
      startDate: world.day(start),
      endDate: isCurrent ? undefined : world.day(end),
    });
    end = start - random.int(0, 120);
  }
}
