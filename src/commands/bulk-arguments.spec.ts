import { readArguments } from './bulk-arguments';

describe('The address of the service', () => {
  const urlIn = (url: string) => readArguments(['--type', 'jobs', 'jobs.csv', '--url', url])?.url;

  it.each([
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['https://staffing.example/hr//', 'https://staffing.example/hr'],
  ])('may be %s', (given, read) => {
    expect(urlIn(given)).toBe(read);
  });

  it.each(['nonsense', 'localhost:3000', 'ftp://127.0.0.1', ''])('must not be "%s"', (given) => {
    expect(() => urlIn(given)).toThrow(
      `--url must be the address of the service, such as http://127.0.0.1:3000, not "${given}". See --help.`,
    );
  });
});

describe('Wrong arguments', () => {
  it.each([[['--speed', '9', 'jobs.csv']], [['jobs.csv', '--type']]])('are refused with a sentence: %j', (args) => {
    expect(() => readArguments(args)).toThrow(/[^.]\. See --help\.$/);
  });
});
