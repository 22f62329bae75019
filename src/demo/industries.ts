/** A line of business that the firm recruits for; each is a division of the firm, in this order. */
export interface Industry {
  readonly name: string;
  readonly titles: readonly string[];
  /** Job titles of the contacts at its clients. */
  readonly positions: readonly string[];
  readonly skills: readonly string[];
  readonly clients: readonly string[];
  /** Words from which the names of further clients are composed. */
  readonly trades: readonly string[];
  /** Lowest and highest pay per hour. */
  readonly pay: readonly [number, number];
}

export const INDUSTRIES: readonly Industry[] = [
  {
    name: 'Construction',
    titles: [
      'Senior Site Engineer',
      'Site Engineer',
      'Project Manager',
      'Contracts Administrator',
      'Estimator',
      'Leading Hand',
      'Formwork Carpenter',
      'Crane Operator',
      'WHS Advisor',
      'Quantity Surveyor',
      'Site Supervisor',
    ],
    positions: ['Project Director', 'Construction Manager', 'Site Manager', 'Commercial Manager', 'Managing Director'],
    skills: ['Site management', 'Cost control', 'White card', 'High-rise'],
    clients: [
      'Harbour Construction Group',
      'Bayside Civil',
      'Southern Cross Builders',
      'Ironbark Projects',
      'Meridian Constructions',
      "O'Reilly & Sons Building",
      'Redgum Infrastructure',
      'Westgate Interiors',
    ],
    trades: ['Civil', 'Builders', 'Constructions', 'Projects'],
    pay: [42, 95],
  },
  {
    name: 'Engineering',
    titles: [
      'Mechanical Engineer',
      'Structural Engineer',
      'Electrical Engineer',
      'CAD Drafter',
      'Reliability Engineer',
      'Fitter & Turner',
      'Process Engineer',
      'Maintenance Planner',
      'Boilermaker / Welder',
    ],
    positions: ['Engineering Manager', 'Maintenance Superintendent', 'Operations Manager', 'Plant Manager', 'Technical Director'],
    skills: ['AutoCAD', 'Revit', 'PLC programming', 'Rotating equipment'],
    clients: [
      'Wattle Engineering',
      'Pilbara Plant Services',
      'Kestrel Design',
      'Müller Maschinenbau Australia',
      'Tasman Fabrication',
      'Blue Gum Energy',
      'Coral Sea Marine',
      'Apex Rail',
    ],
    trades: ['Engineering', 'Fabrication', 'Plant Services', 'Design'],
    pay: [45, 110],
  },
  {
    name: 'Technology',
    titles: [
      'C++ Developer',
      'C# / .NET Engineer',
      'IT Support (L2)',
      'Data Analyst',
      'DevOps Engineer',
      'QA Tester',
      'Java Developer',
      'Business Analyst',
      'UX Designer',
      'Product Manager',
      'Network Engineer',
    ],
    positions: ['Head of Engineering', 'IT Manager', 'Chief Technology Officer', 'Delivery Lead', 'Service Desk Manager'],
    skills: ['C++', 'C#', 'SQL', 'Kubernetes'],
    clients: [
      'Cloudbreak Software',
      'Lighthouse Data',
      'Quokka Apps',
      'Northshore Bank',
      '24/7 Systems',
      'Pixel & Pine',
      'Banksia Telecom',
      'Café Numérique',
    ],
    trades: ['Software', 'Systems', 'Data', 'Digital'],
    pay: [48, 135],
  },
  {
    name: 'Healthcare',
    titles: [
      'Registered Nurse',
      'Aged Care Worker',
      'Physiotherapist',
      'Pharmacist',
      'Radiographer',
      'Nurse Unit Manager',
      'Occupational Therapist',
      'Medical Receptionist',
      'Enrolled Nurse (EN)',
    ],
    positions: ['Director of Nursing', 'Practice Manager', 'Facility Manager', 'Clinical Lead', 'Roster Coordinator'],
    skills: ['AHPRA registration', 'Medication management', 'Theatre', 'Manual handling'],
    clients: [
      'Bluebell Aged Care',
      "St Brigid's Hospital",
      'Seaview Private Hospital',
      'Coastal Physio',
      'Jacaranda Medical Centre',
      'Riverside Radiology',
      'Hillside Home Care',
      'Pharmacy on Main',
    ],
    trades: ['Health', 'Aged Care', 'Medical Centre', 'Clinic'],
    pay: [34, 78],
  },
  {
    name: 'Business Support',
    titles: [
      'HR Business Partner',
      'Payroll Officer',
      'Executive Assistant',
      'Accounts Payable Officer',
      'Financial Controller',
      'Marketing Coordinator',
      'Receptionist',
      'Customer Service Consultant',
      'PA to the CEO',
    ],
    positions: ['People & Culture Manager', 'Office Manager', 'Chief Financial Officer', 'Head of HR', 'Procurement Manager'],
    skills: ['MYOB', 'Payroll', 'Stakeholder management', 'Fair Work Act'],
    clients: [
      'Kookaburra Insurance',
      'Grevillea Legal',
      'Southbank Council',
      'Eucalypt Super',
      'Sunrise Retail',
      'Magpie Media',
      'Outback Freight',
      'Søndergaard Furniture',
    ],
    trades: ['Partners', 'Services', 'Retail', 'Advisory'],
    pay: [32, 85],
  },
];

export const industryAt = (index: number): Industry => INDUSTRIES[index % INDUSTRIES.length] as Industry;
