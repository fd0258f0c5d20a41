import { has, t } from '../../i18n'

/** What a refusal or problem means. */
export function problemText(code: string): string {
  for (const id of ['golfpage.problem.' + code, 'table.refusal.' + code, 'golf.refusal.' + code]) if (has(id)) return t(id)
  return t('golfpage.problem.other', { Code: code })
}
