import { WrongArguments } from '../shell';
import { HELP, readSeedArguments } from './seed-arguments';
import { DEMONSTRATION } from './sizes';

describe('the arguments of the seed command', () => {
  it('are the small firm when nothing is said', () => {
    expect(readSeedArguments([])).toEqual({ help: false, replace: false, sizes: DEMONSTRATION });
  });

  it('say sizes one by one', () => {
    expect(readSeedArguments(['--jobs', '200000', '--activities=1000000']).sizes).toEqual({
      ...DEMONSTRATION,
      jobs: 200000,
      activities: 1000000,
    });
  });

  it('may replace what is there, or ask for help', () => {
    expect(readSeedArguments(['--replace'])).toMatchObject({ replace: true, help: false });
    expect(readSeedArguments(['-h'])).toMatchObject({ help: true });
    expect(HELP).toContain('--activities');
  });

  it.each([
    [['--jobs', 'many'], '--jobs must be a whole number from 20 to 10000000, not "many". See --help.'],
    [['--contacts', '19'], '--contacts must be a whole number from 20 to 10000000, not "19". See --help.'],
    [['--candidates', '1e3'], '--candidates must be a whole number from 20 to 10000000, not "1e3". See --help.'],
    [['--activities', '10000001'], '--activities must be a whole number from 20 to 10000000, not "10000001". See --help.'],
  ])('are refused: %j', (args, message) => {
    expect(() => readSeedArguments(args)).toThrow(new WrongArguments(message));
  });

  it.each([[['--job', '20']], [['200']], [['--jobs']], [['--replace=yes']]])('are explained when they are unknown: %j', (args) => {
    expect(() => readSeedArguments(args)).toThrow(/See --help\.$/);
  });
});
