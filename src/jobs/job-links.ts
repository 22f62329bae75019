/** SQL: the links of jobs with their contacts, as `jc`, for joins. */
export const JOB_CONTACTS = 'job_contact jc';

/** SQL of the ids of the contacts of a job. */
export const contactsOfJob = (jobID: string): string => `SELECT jc.contactID FROM ${JOB_CONTACTS} WHERE jc.jobID = ${jobID}`;

/** SQL of the ids of the jobs of a contact. */
export const jobsOfContact = (contactID: string): string => `SELECT jc.jobID FROM ${JOB_CONTACTS} WHERE jc.contactID = ${contactID}`;

/** SQL of the division of a job, for the records that are seen wherever their job is; no row: the job has none. */
export const divisionOfJob = (jobID: string): string => `SELECT dj.division FROM job dj WHERE dj.id = ${jobID} AND dj.division IS NOT NULL`;
