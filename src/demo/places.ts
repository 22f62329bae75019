/** A real suburb with its coordinates. */
export interface Place {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly countryCode: string;
  readonly countryName: string;
}

const australian = (...rows: readonly [suburb: string, state: string, postcode: string, latitude: number, longitude: number][]): Place[] =>
  rows.map(([suburb, state, postcode, latitude, longitude]) => ({
    suburb,
    state,
    postcode,
    latitude,
    longitude,
    countryCode: 'AU',
    countryName: 'Australia',
  }));

export const PLACES: readonly Place[] = [
  ...australian(
    ['Sydney', 'NSW', '2000', -33.8688, 151.2093],
    ['Newtown', 'NSW', '2042', -33.8981, 151.1748],
    ['Parramatta', 'NSW', '2150', -33.815, 151.0011],
    ['Chatswood', 'NSW', '2067', -33.7969, 151.1832],
    ['North Sydney', 'NSW', '2060', -33.839, 151.2072],
    ['Penrith', 'NSW', '2750', -33.7511, 150.6942],
    ['Liverpool', 'NSW', '2170', -33.92, 150.9238],
    ['Newcastle', 'NSW', '2300', -32.9283, 151.7817],
    ['Wollongong', 'NSW', '2500', -34.4278, 150.8931],
    ['Wagga Wagga', 'NSW', '2650', -35.1082, 147.3598],
    ['Dubbo', 'NSW', '2830', -32.2569, 148.6011],
    ['Coffs Harbour', 'NSW', '2450', -30.2963, 153.1135],
    ['Melbourne', 'VIC', '3000', -37.8136, 144.9631],
    ['Richmond', 'VIC', '3121', -37.823, 144.998],
    ['Footscray', 'VIC', '3011', -37.8009, 144.8997],
    ['Dandenong', 'VIC', '3175', -37.987, 145.2149],
    ['Geelong', 'VIC', '3220', -38.1499, 144.3617],
    ['Ballarat', 'VIC', '3350', -37.5622, 143.8503],
    ['Bendigo', 'VIC', '3550', -36.757, 144.2794],
    ['Brisbane City', 'QLD', '4000', -27.4698, 153.0251],
    ['Fortitude Valley', 'QLD', '4006', -27.4561, 153.0336],
    ['Southport', 'QLD', '4215', -27.9667, 153.4],
    ['Toowoomba City', 'QLD', '4350', -27.5598, 151.9507],
    ['Townsville City', 'QLD', '4810', -19.259, 146.8169],
    ['Cairns City', 'QLD', '4870', -16.9186, 145.7781],
    ['Perth', 'WA', '6000', -31.9523, 115.8613],
    ['Fremantle', 'WA', '6160', -32.0569, 115.7439],
    ['Joondalup', 'WA', '6027', -31.7448, 115.7661],
    ['Kalgoorlie', 'WA', '6430', -30.749, 121.466],
    ['Adelaide', 'SA', '5000', -34.9285, 138.6007],
    ['Norwood', 'SA', '5067', -34.9211, 138.6304],
    ['Mount Gambier', 'SA', '5290', -37.8284, 140.7804],
    ['Hobart', 'TAS', '7000', -42.8821, 147.3272],
    ['Launceston', 'TAS', '7250', -41.4332, 147.1441],
    ["O'Connor", 'ACT', '2602', -35.2622, 149.1136],
    ['Braddon', 'ACT', '2612', -35.2706, 149.1353],
    ['Darwin City', 'NT', '0800', -12.4634, 130.8456],
    ['Alice Springs', 'NT', '0870', -23.698, 133.8807],
  ),
  {
    suburb: 'Auckland',
    state: '',
    postcode: '1010',
    latitude: -36.8485,
    longitude: 174.7633,
    countryCode: 'NZ',
    countryName: 'New Zealand',
  },
];

export const STREETS = [
  'George Street',
  'Wattle Street',
  'King Street',
  'Station Street',
  'High Street',
  'Banksia Avenue',
  'Harbour Road',
  'Church Street',
  'Railway Parade',
  'Victoria Road',
  'Jacaranda Drive',
  'Mill Lane',
  'Ocean Parade',
  'Macquarie Street',
  'The Esplanade',
  'Acacia Crescent',
  'Bridge Street',
  'Quarry Road',
] as const;
