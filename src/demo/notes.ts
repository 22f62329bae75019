import { ActivityCategory } from '../core/terms/numbers';

/** Notes of activities, by category. */
export const NOTES: Readonly<Record<number, readonly string[]>> = {
  [ActivityCategory.Note]: [
    'Spoke well of the last site; wants to stay near the station.',
    'Reference from the last manager: reliable, 100% attendance.',
    'Salary expectation is above budget; client may stretch 5%.',
    'Rate agreed at $72/h + super 🎉',
    'Client uses code cost_centre_77 on all orders.',
    'Prefers e-mail; "please no calls on Fridays".',
    'Passed the C++ test (18/20), weaker in C#.',
    "O'Connor site needs two more by Monday.",
    'Café meeting went well – très sympathique.',
    'Needs a visa sponsor from July.',
    'Line one of the handover.\nLine two: keys are with reception.',
  ],
  [ActivityCategory.Task]: [
    'Send the contract',
    'Check the licence before it expires',
    'Call back about the rate',
    'Ask for two references',
    'Chase the timesheet',
    'Prepare the shortlist (max. 3)',
  ],
  [ActivityCategory.Call]: [
    'Left a message.',
    'Ten minutes on the new role; interested.',
    'Confirmed the interview time.',
    'Business is slow until the tender is decided.',
    'Asked about Perth & Kalgoorlie rosters.',
  ],
  [ActivityCategory.Email]: [
    'Sent the position description.',
    'Sent three profiles.',
    'Re: timesheet week 32',
    'Welcome pack',
    'Introduced the new consultant, cc: payroll',
  ],
  [ActivityCategory.Sms]: ['Running 10 min late', 'Interview confirmed, 9:30 am, level 12', 'Pls call when free', 'Shift 6am–2pm ok? Y/N'],
  [ActivityCategory.Meeting]: [
    'Quarterly review with the client.',
    'Coffee in Newtown.',
    'Site walk before the tender.',
    'Candidate came to the office to sign.',
    'Kick-off for the graduate intake.',
  ],
  [ActivityCategory.System]: ['Imported from the old system.', 'Job board sync completed.', 'Duplicate check: none found.'],
};
