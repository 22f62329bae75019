import { InvalidArguments } from './command';
import { HELP, readSeedArguments } from './seed-arguments';
import { DEMO_SIZES } from '../demo/sizes';

describe('The arguments of the seed command', () => {
  it('default to the small firm', () => {
    expect(readSeedArguments([])).toEqual({ help: false, replace: false, sizes: DEMO_SIZES });
  });

  it('set sizes one by one', () => {
    expect(readSeedArguments(['--jobs', '200000', '--activities=1000000']).sizes).toEqual({
      ...DEMO_SIZES,
      jobs: 200000,
      activities: 1000000,
    });
  });

  it('can replace existing data, or show help', () => {
    expect(readSeedArguments(['--replace'])).toMatchObject({ replace: true, help: false });
    expect(readSeedArguments(['-h'])).toMatchObject({ help: true });
    expect(HELP).toContain('--activities');
  });

  it.each([
    [['--jobs', 'many'], '--jobs must be an integer from 20 to 10000000, not "many". See --help.'],
    [['--contacts', '19'], '--contacts must be an integer from 20 to 10000000, not "19". See --help.'],
    [['--candidates', '1e3'], '--candidates must be an integer from 20 to 10000000, not "1e3". See --help.'],
    [['--activities', '10000001'], '--activities must be an integer from 20 to 10000000, not "10000001". See --help.'],
  ])('are rejected: %j', (args, message) => {
    expect(() => readSeedArguments(args)).toThrow(new InvalidArguments(message));
  });

  it.each([[['--job', '20']], [['200']], [['--jobs']], [['--replace=yes']]])('are explained when unknown: %j', (args) => {
    expect(() => readSeedArguments(args)).toThrow(/See --help\.$/);
  });
});
