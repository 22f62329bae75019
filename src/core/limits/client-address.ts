import ipaddr from 'ipaddr.js';

/** Half of an IPv6 address names the network of a customer, who may use every address in it. */
const NETWORK_BYTES = 8;

/** What a client counts as: its IPv4 address, or the network of its IPv6 address. */
export function clientAddress(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${Buffer.from(parsed.toByteArray().slice(0, NETWORK_BYTES)).toString('hex')}/64`;
}
