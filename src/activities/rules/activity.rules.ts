import { ruledBy } from '../../core/records';
import { ActivityCategory } from '../../core/terms/numbers';
import { activities } from '../activities.records';
import { checkAssociatedData, refuseCompletedInFuture, updateDuration, setActivityDefaults } from './activity.derived';
import { refuseIfMirror, refuseMirrored, matchTypeAndCategory } from './categories';
import { replaceLinks, withLinks } from '../links/links';
import { linkMainRecords } from '../links/main-records';
import { refuseLoop } from './parents';

export const activityRules = ruledBy(activities, {
  async setDefaults({ em, now, caller }, activity) {
    if (!activity.typeID) activity.category ??= ActivityCategory.Note;
    await matchTypeAndCategory(em, { typeID: null, category: null }, activity);
    setActivityDefaults(activity, now, caller.userID);
  },
  // who follows up on whom must be known before the next one of them is checked for loops
  claims: (before, after) => (before.id === undefined || before.parentID === after.parentID ? [] : ['parents']),
  async prepare({ em, now }, before, after) {
    refuseMirrored(before, after);
    await matchTypeAndCategory(em, before, after);
    updateDuration(before, after);
    refuseCompletedInFuture(before, after, now);
    checkAssociatedData(before, after);
    if (after.parentID !== before.parentID) await refuseLoop(em, after);
  },
  async saveParts(transaction, after, body) {
    const changes = await replaceLinks(transaction, after.id, body);
    if (Object.keys(changes).length > 0) refuseIfMirror(after);
    return changes;
  },
  saveLinks: ({ em }, changes) => linkMainRecords(em, changes),
  completeResponses: withLinks,
});
