import { InvalidRequest } from '../../core/problems';

/** @param siteClientID the client that the site belongs to @throws InvalidRequest when it is not the record's client */
export function requireSiteOfClient(siteClientID: number | null, clientID: number | null, record: 'contact' | 'job'): void {
  if (siteClientID === clientID) return;
  throw InvalidRequest.because([
    {
      pointer: '/siteID',
      detail: clientID === null ? `must be 0 for a ${record} without a client` : `must be a site of client ${clientID}, or 0 for none`,
    },
  ]);
}
