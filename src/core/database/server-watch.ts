import { Unavailable } from '../problems/problem';
import { setPatientTimeout, withTimeout } from '../time/timeout';

/** Longer than most statements take. With the time limit of a question, a request to a server that is silent fails within 5 seconds. */
const SUSPICIOUS_MS = 2500;
const PATIENCE_MS = 1000;
const AGAIN_MS = 250;
/** A server that was only stopped answers at once what it had been asked. */
const GRACE_MS = 250;
/** When the connections are closed, no request is waiting any more. */
const CLOSING_MS = 2000;

/** A connection to the server. */
export interface Watched {
  /** Fails whatever waits for it. */
  drop(): void;
}

/**
 * Notices when a server, or the network before it, has fallen silent, so that nobody has to wait for the deadline of a statement to find
 * out: a connection on which nothing comes back looks the same as a long search. If no statement has been answered for a while, the server
 * is asked something on a new connection, and again until it answers.
 */
export class ServerWatch {
  /** Nothing that is sent now would be answered soon. */
  isSilent = false;
  /** When each open connection has had its last answer. */
  private readonly connections = new Map<Watched, number>();
  private readonly silenceListeners: ((problem: Unavailable) => void)[] = [];
  private answeredAt = -Infinity;
  private isAsking = false;
  private isEnding = false;
  private isClosed = false;

  /**
   * @param ask a question on a new connection; an error is an answer, too
   * @param suspiciousMs for how long no statement has been answered when it is asked
   */
  constructor(
    private readonly ask: (signal: AbortSignal) => Promise<void>,
    private readonly suspiciousMs = SUSPICIOUS_MS,
  ) {}

  /** @throws Unavailable if nothing that is sent now would be answered soon */
  refuseIfSilent(): void {
    if (this.isSilent) throw noAnswer();
  }

  /** @param listener is called when the server has fallen silent, with what to tell whoever waits for others that wait for it */
  onSilence(listener: (problem: Unavailable) => void): void {
    this.silenceListeners.push(listener);
  }

  add(connection: Watched): void {
    this.connections.set(connection, performance.now());
  }

  remove(connection: Watched): void {
    this.connections.delete(connection);
  }

  /** That the pool hands out a connection is no answer: it may have been idle, and dead. @returns what to call when it has */
  expectConnection(): () => void {
    const begin = performance.now();
    const timer = setTimeout(() => this.answeredAt < begin && void this.find(), this.suspiciousMs).unref();
    return () => clearTimeout(timer);
  }

  /** @returns what to call when the server has answered */
  expectAnswer(connection?: Watched): () => void {
    const waited = this.expectConnection();
    return () => {
      waited();
      this.answeredAt = performance.now();
      if (connection && this.connections.has(connection)) this.connections.set(connection, this.answeredAt);
    };
  }

  /** The service is about to end: it waits for no server that is silent. */
  prepareToClose(): void {
    this.isEnding = true;
    if (this.isSilent) this.dropAll();
  }

  /** What has not been answered a little later is not waited for. */
  close(): void {
    this.isClosed = true;
    setTimeout(() => this.dropAll(), CLOSING_MS).unref();
  }

  private dropAll(): void {
    for (const connection of [...this.connections.keys()]) connection.drop();
  }

  private async find(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    this.isSilent = !(await this.answers());
    if (this.isSilent) for (const tell of this.silenceListeners) tell(noAnswer());
    if (this.isSilent && this.isEnding) this.dropAll();
    while (this.isSilent && !this.isClosed) {
      await pause(AGAIN_MS);
      if (await this.answers()) await this.goOn();
    }
    this.isAsking = false;
  }

  /** Connections from before may be dead although the server is back: what waits for them, or would be given one, must not wait. */
  private async goOn(): Promise<void> {
    const back = performance.now();
    await pause(GRACE_MS);
    for (const [connection, answeredAt] of [...this.connections]) if (answeredAt < back) connection.drop();
    this.isSilent = false;
  }

  private answers(): Promise<boolean> {
    return withTimeout(PATIENCE_MS, [], (signal) => {
      const silence = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
      const answer = this.ask(signal).then(
        () => true,
        () => true,
      );
      return Promise.race([answer, silence]);
    });
  }
}

const noAnswer = (): Unavailable => new Unavailable('The database does not answer. Try again in a moment.');

/** Keeps no process from ending. */
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setPatientTimeout(resolve, milliseconds).unref());
