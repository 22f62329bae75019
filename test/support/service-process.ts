import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ENVIRONMENT } from './app';

/** The service as a process of its own, which can be killed. */
export class ServiceProcess {
  /** Where it listens; undefined until it does. */
  url: string | undefined;
  private said = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => {
      this.said += data.toString();
      this.url ??= /Listening on (http:\/\/\S+),/.exec(this.said)?.[1];
    });
    child.stderr?.on('data', (data: Buffer) => void (this.said += data.toString()));
  }

  /** @param environment with DIE_AT_COMMIT it kills itself at that commit */
  static start(main: string, environment: Record<string, string>): ServiceProcess {
    const env = { PATH: process.env['PATH'] ?? '', ...ENVIRONMENT, PORT: '0', ...environment };
    const preloaded = 'DIE_AT_COMMIT' in environment ? ['--require', join(__dirname, 'dies-at-commit.js')] : [];
    return new ServiceProcess(spawn(process.execPath, [...preloaded, main], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get isDead(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @throws Error with what it said when it ended by itself */
  mustLive(): void {
    if (this.child.exitCode !== null) throw new Error(`The service ended by itself (${this.child.exitCode}): ${this.said}`);
  }

  /** As if the machine lost its power. */
  async kill(): Promise<void> {
    if (this.isDead) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
