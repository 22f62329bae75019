import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const PATIENCE = 30_000;
/** Linux counts the time of a process in hundredths of a second. */
const TICK = 10;

/** A server in a process of its own. */
export class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Starts a compiled file that listens on PORT, and waits until it does. @throws Error when it ends or takes too long */
  static async start(file: string, port: number, environment: Readonly<Record<string, string>>): Promise<Server> {
    const child = spawn(process.execPath, [join(__dirname, '..', file)], {
      env: { ...process.env, ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = new Server(child, port);
    await server.listening();
    return server;
  }

  /** In MB; undefined where the system does not tell. */
  get residentMemory(): number | undefined {
    try {
      const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
      return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
    } catch {
      return undefined;
    }
  }

  /** Processor time so far, in milliseconds; undefined where the system does not tell. */
  get processorTime(): number | undefined {
    try {
      const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }

  private async listening(): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      if (this.child.exitCode !== null) throw new Error(`The server ended with the code ${this.child.exitCode}.`);
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
