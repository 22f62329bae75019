import { InvalidRequest } from '../../http';

/** @param ofClient whose site it is that a record says @throws InvalidRequest when it is not that of the record's own client */
export function mustBeOwnSite(ofClient: number | null, clientID: number | null, record: 'contact' | 'job'): void {
  if (ofClient === clientID) return;
  throw InvalidRequest.because([
    {
      pointer: '/siteID',
      detail: clientID === null ? `must be 0 for a ${record} without a client` : `must be a site of the client ${clientID}, or 0 for none`,
    },
  ]);
}
