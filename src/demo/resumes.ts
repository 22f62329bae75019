import { isBare, type World } from './world';

/** The day of a candidate's resume, counted from today; undefined when there is none. */
export function resumeDay(world: World, candidate: number): number | undefined {
  const random = world.random('resume', candidate);
  if (candidate === 1) return -80;
  return !isBare(candidate) && random.chance(0.6) ? random.int(-300, -1) : undefined;
}
