import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const MAIN = new URL('../../../dist/src/main.js', import.meta.url).pathname;

/** The service with demonstration data in memory, as a process of its own. */
export class Service {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<Service> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: 'sqlite::memory:',
      DEMO_DATA: 'true',
      SECRET_KEY: '0'.repeat(64),
    };
    const child = spawn(process.execPath, [MAIN], { env: { ...env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] });
    return new Service(child, await listening(child));
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    await once(this.process, 'exit');
  }
}

/** Where it listens, by its log. */
const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const [, url] = /Listening on (http:\/\/[^\s,]+),/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The service exited (${code}): ${output}`)));
  });
