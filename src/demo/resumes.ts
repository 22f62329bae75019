import { isBare, type DemoContext } from './demo-context';

/** The day of a candidate's resume as an offset from today; undefined when there is none. */
export function resumeDay(context: DemoContext, candidate: number): number | undefined {
  const random = context.random('resume', candidate);
  if (candidate === 1) return -80;
  return !isBare(candidate) && random.chance(0.6) ? random.int(-300, -1) : undefined;
}
