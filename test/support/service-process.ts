import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from './app';

/** The service as a separate process that can be killed. */
export class ServiceProcess {
  /** Where it listens; undefined until it does. */
  url: string | undefined;
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => {
      this.output += data.toString();
      this.url ??= /Listening on (http:\/\/\S+),/.exec(this.output)?.[1];
    });
    child.stderr?.on('data', (data: Buffer) => void (this.output += data.toString()));
  }

  /** @param environment with DIE_AT_COMMIT=n the process kills itself at its nth commit */
  static start(main: string, environment: Record<string, string>): ServiceProcess {
    const env = { PATH: process.env['PATH'] ?? '', ...ENVIRONMENT, PORT: '0', ...environment };
    const preloaded = 'DIE_AT_COMMIT' in environment ? ['--require', join(__dirname, 'dies-at-commit.js')] : [];
    return new ServiceProcess(spawn(process.execPath, [...preloaded, main], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get isDead(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @throws Error with the output when the process has exited by itself */
  assertRunning(): void {
    if (this.child.exitCode !== null) throw new Error(`The service exited by itself (${this.child.exitCode}): ${this.output}`);
  }

  /** Waits until it listens. @returns its URL */
  async listening(): Promise<string> {
    while (this.url === undefined) {
      this.assertRunning();
      await pause(20);
    }
    return this.url;
  }

  /** Waits until it has printed a text. */
  async printed(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      this.assertRunning();
      await pause(20);
    }
  }

  /** SIGTERM, as at a deployment. */
  terminate(): void {
    this.child.kill('SIGTERM');
  }

  /** Waits until it has exited. */
  async exited(): Promise<void> {
    if (!this.isDead) await once(this.child, 'exit');
  }

  /** SIGKILL, as in a power failure. */
  async kill(): Promise<void> {
    if (this.isDead) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
