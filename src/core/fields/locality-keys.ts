/**
 * Further keys of the index rows of records with an address: in them a server reads how far a locality extends, two rows for each, however
 * many points are in it.
 */
export const LOCALITY_KEYS: readonly (readonly string[])[] = [
  ['suburb', 'deleted', 'state', 'latitude', 'longitude'],
  ['suburb', 'deleted', 'state', 'longitude'],
];
