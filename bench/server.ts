import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scripts } from '../package.json';
import { canConnect, freePort } from './free-port';
import { processorTimeOf } from './processor-time';

/** Long enough for migrations of a large database. */
const START_TIMEOUT_MS = 600_000;
/** Those of `npm start`. */
const V8_OPTIONS = scripts.start.split(' ').filter((word) => word.startsWith('--'));
/** As in the image. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1' };

/** A server in a process of its own. */
export class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Starts a compiled file on a free port and waits until it listens. @throws Error when it exits, takes too long, or is interrupted */
  static async start(file: string, environment: Readonly<Record<string, string>>, interrupted?: AbortSignal): Promise<Server> {
    const port = await freePort();
    const child = spawn(process.execPath, [...V8_OPTIONS, join(__dirname, '..', file)], {
      env: { ...ALLOCATOR, ...process.env, ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = new Server(child, port);
    try {
      await server.waitUntilListening(interrupted);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Resident memory in MB; undefined where the system does not report it. */
  get residentMemory(): number | undefined {
    return this.memory('VmRSS');
  }

  /** The most since it was forgotten, in MB; undefined where the system does not report it. */
  get peakMemory(): number | undefined {
    return this.memory('VmHWM');
  }

  forgetPeak(): void {
    try {
      writeFileSync(`/proc/${this.child.pid}/clear_refs`, '5');
    } catch {
      // the peak is then the one since the start
    }
  }

  private memory(kind: 'VmRSS' | 'VmHWM'): number | undefined {
    try {
      const [, kilobytes] = new RegExp(`${kind}:\\s*(\\d+)`).exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
      return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
    } catch {
      return undefined;
    }
  }

  get processID(): number {
    return this.child.pid!;
  }

  /** CPU time so far in milliseconds; undefined where the system does not report it. */
  get processorTime(): number | undefined {
    return processorTimeOf(this.child.pid);
  }

  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    // a signal of the terminal ends it, too
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async waitUntilListening(interrupted?: AbortSignal): Promise<void> {
    for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end;) {
      if (this.hasEnded) throw new Error(`The server has ended: ${this.child.signalCode ?? this.child.exitCode}.`);
      interrupted?.throwIfAborted();
      if (await canConnect(this.port)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Nothing listens on port ${this.port}.`);
  }
}
