import type { Unit } from '../../database';
import type { Action } from '../actions/action';
import type { Acting, On } from './acting';
import * as activity from './perform-activity';
import * as change from './perform-change';
import * as message from './perform-message';
import * as notice from './perform-notice';

/** Does an action. @returns whether it changed anything @throws CannotAct, LeftOut, and whatever the rules of the records throw */
export async function perform(unit: Unit, acting: Acting, action: Action, on: On): Promise<boolean> {
  switch (action.type) {
    case 'addTag':
      return change.addTag(unit, on, action.params);
    case 'removeTag':
      return change.removeTag(unit, on, action.params);
    case 'updateField':
      return change.updateField(unit, on, action.params);
    case 'changeStatus':
      return change.changeStatus(unit, on, action.params);
    case 'assignOwner':
      return change.assignOwner(unit, on, action.params);
    case 'addToSavedList':
      return change.addToSavedList(unit, on, action.params);
    case 'createNote':
      return activity.createNote(unit, acting, on, action.params);
    case 'createTask':
      return activity.createTask(unit, acting, on, action.params);
    case 'sendEmail':
      return message.sendEmail(unit, acting, action, on);
    case 'sendSms':
      return message.sendSms(unit, acting, action, on);
    case 'notifyUser':
      return notice.notifyUser(unit, acting, action, on);
    case 'webhook':
      return notice.webhook(unit, acting, action, on);
  }
}
