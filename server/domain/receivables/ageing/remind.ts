import { defineSchedule, type ScheduleCall } from '../../../modules/module.ts';

/** Days after the due date (before it: negative) at which a customer is reminded, where the tenant has not said otherwise. */
const usualStages = '-3,1,7,14,30';

/**
 * Bills of customers with terms that have reached a stage, each with the latest one; earlier stages that were never reached in
 * time are passed over. $1 a moment, null: now.
 */
const dueSql = `WITH due AS (
    SELECT b.tenant_id, b.id, b.customer, b.number, b.currency, b.due - coalesce(b."settledAmount", 0) AS owed, b."dueDate", s.stage,
           (coalesce($1::timestamptz, now()) AT TIME ZONE t."timeZone")::date - b."dueDate" AS days,
           coalesce(c.language, t."defaultLocale") AS culture, k.email
      FROM member_bill b JOIN tenant t ON t.id = b.tenant_id
      JOIN customer k ON k.tenant_id = b.tenant_id AND k.id = b.customer
      JOIN customer_config c ON c.tenant_id = b.tenant_id AND c.customer = b.customer AND c.payment = 'postpaid'
      CROSS JOIN LATERAL (
        SELECT max(x.stage::integer) AS stage FROM unnest(string_to_array(coalesce((SELECT g.value FROM config g
            WHERE g.tenant_id = b.tenant_id AND g.code = 'REMINDER_DAYS' AND g.value ~ '^-?[0-9]{1,3}(,-?[0-9]{1,3}){0,9}$'), '${usualStages}'), ',')) x(stage)
         WHERE b."dueDate" + x.stage::integer <= (coalesce($1::timestamptz, now()) AT TIME ZONE t."timeZone")::date) s
     WHERE b.status = 'pushed' AND b."settleState" <> 'settled' AND b.due > coalesce(b."settledAmount", 0) AND b."dueDate" IS NOT NULL AND s.stage IS NOT NULL
       AND NOT EXISTS (SELECT FROM receivables.reminded r WHERE r.tenant_id = b.tenant_id AND r.bill = b.id AND r.stage >= s.stage)
     ORDER BY b.id LIMIT 2000)
  SELECT d.tenant_id::text AS tenant, d.id::text, d.customer::text, d.number, d.currency, d.owed::text, d."dueDate"::text AS "dueDate", d.stage, d.days,
         d.culture, d.email FROM due d`;

/**
 * Records the stage and notifies the customer's members in one statement; a concurrent second run notifies no one. $1
 * tenant, $2 bill, $3 stage, $4 customer, $5 title, $6 text as a document.
 */
const noteSql = `WITH noted AS (
    INSERT INTO receivables.reminded (tenant_id, bill, stage) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING bill)
  INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
    SELECT $1::bigint, lading.new_id(), left($5, 120), '1', 'members', $6::jsonb, array_agg(a.id), 'published', now()
      FROM noted, account a WHERE a.tenant_id = $1::bigint AND a.customer = $4::bigint AND a.status = '0' HAVING count(*) > 0`;

/** Reminds customers of bills, in their language, by mail and bell; each stage once for each bill. Answers how many. */
export async function remind({ query, services }: ScheduleCall, now: Date | null = null): Promise<number> {
  if (!services) return 0;
  const due = await query(dueSql, [now]);
  for (const row of due) {
    const [tenant, culture, id] = [String(row['tenant']), String(row['culture']), String(row['id'])];
    const params = {
      number: row['number'],
      owed: row['owed'],
      currency: row['currency'],
      dueDate: row['dueDate'],
      days: row['days'],
    };
    const say = (key: string) => services.say(culture, 'receivables', `receivables.remind.${key}`, params);
    const isLate = Number(row['days']) > 0;
    const [title, text] = [say(isLate ? 'lateTitle' : 'soonTitle'), say(isLate ? 'lateText' : 'soonText')];
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    // The mail is written once for its key, so that a stop between the two loses neither.
    const key = `receivables:${id}:${String(row['stage'])}`;
    if (row['email'])
      await services.mail({
        tenant,
        to: String(row['email']),
        culture,
        title,
        text,
        template: 'receivables',
        about: id,
        key,
      });
    await query(noteSql, [tenant, id, row['stage'], row['customer'], title, JSON.stringify(content)]);
  }
  return due.length;
}

export const remindOfBills = defineSchedule('receivable-reminders', '40 * * * *', (call) => remind(call));
