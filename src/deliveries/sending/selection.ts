import type { Hosts } from './hosts';

/** What is sent next: deliveries in their order, as far as there is room in all and at each host. */
export class Selection {
  readonly ids = new Set<number>();
  /** Hosts without further room. */
  readonly full: Set<string>;
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly limit: number,
    private readonly hosts: Pick<Hosts, 'room' | 'full'>,
  ) {
    this.full = new Set(hosts.full);
  }

  get isComplete(): boolean {
    return this.ids.size >= this.limit;
  }

  add(id: number, host: string | null): void {
    if (this.isComplete || this.ids.has(id)) return;
    if (host !== null && !this.takeRoom(host)) return;
    this.ids.add(id);
  }

  private takeRoom(host: string): boolean {
    const [taken, room] = [this.taken.get(host) ?? 0, this.hosts.room(host)];
    if (taken < room) this.taken.set(host, taken + 1);
    if (taken + 1 >= room) this.full.add(host);
    return taken < room;
  }
}
