import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free-port';
import { processorTimeOf } from './processor-time';

/** Long enough for migrations of a large database. */
const START_TIMEOUT_MS = 600_000;
/** As in `npm start`: garbage is collected before it takes hundreds of megabytes. */
const HEAP_LIMITS = ['--max-old-space-size=512', '--max-semi-space-size=8'];

/** A server in a process of its own. */
export class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Starts a compiled file on a free port and waits until it listens. @throws Error when it exits or takes too long */
  static async start(file: string, environment: Readonly<Record<string, string>>): Promise<Server> {
    const port = await freePort();
    const child = spawn(process.execPath, [...HEAP_LIMITS, join(__dirname, '..', file)], {
      env: { ...process.env, ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = new Server(child, port);
    await server.waitUntilListening();
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

  /** CPU time so far in milliseconds; undefined where the system does not report it. */
  get processorTime(): number | undefined {
    return processorTimeOf(this.child.pid);
  }

  async stop(): Promise<void> {
    // a signal of the terminal ends it, too
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }

  private async waitUntilListening(): Promise<void> {
    for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end;) {
      if (this.child.exitCode !== null) throw new Error(`The server exited with code ${this.child.exitCode}.`);
      if (await canConnect(this.port)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Nothing listens on port ${this.port}.`);
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
