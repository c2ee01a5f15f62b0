import type { Page } from 'playwright';
import { upsBill } from './bill-desk.ts';
import { FormHands } from './form-hands.ts';
import { dialog, see, shown } from './journey.ts';
import { journeyWords } from './journey-words.ts';
import type { Culture, LiveApp } from './live-app.ts';
import { button, headerBalance } from './money-journey.ts';
import { signIn, typeParcel } from './person-steps.ts';
import { pressAndSolve } from './puzzle-page.ts';
import { password } from './test-app.ts';

/** The zone that the form of a new tenant suggests. */
const zone = 'America/New_York';
/** A day of the company's calendar, which is that of the server and not that of this machine. */
const dayFrom = (ahead: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + ahead * 86_400_000);
const ownPassword = 'a-Quiet-harbour-7';
const slip = {
  name: 'slip.pdf',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
};
const customerName = 'Tern Bicycles';

interface Day {
  readonly culture: Culture;
  /** What the company's account at the carrier signs in with. */
  readonly login: { readonly clientId: string; readonly clientSecret: string };
  /** The beginning of its host name. */
  readonly company?: string;
}

/** The steps of the first day of a company, as its people take them on the screens. */
export class BusinessDay {
  private readonly host: string;
  /** The day of the carrier's bill. */
  private billedOn = '';

  private constructor(
    private readonly on: Day,
    private readonly people: Readonly<Record<'boss' | 'admin' | 'member', FormHands>>,
    private readonly test: LiveApp['world']['test'],
    readonly errors: () => string[],
  ) {
    this.host = new URL(people.admin.place.origin).hostname;
  }

  /** A word of its own for this company, as its codes and addresses have. */
  private get code(): string {
    return this.host.split('.')[0] ?? '';
  }

  /** Three people with a browser each: of the platform, of the company, and of its customer. */
  static async open(live: LiveApp, { culture, login, company = 'harbour' }: Day): Promise<BusinessDay> {
    const host = `${company}-${culture.slice(0, 2)}.localhost`;
    const { port } = new URL(live.url('platform'));
    const opened = await Promise.all(
      ['localhost', host, host].map(async (home) => {
        const { page, errors } = await live.openStranger({ culture, viewport: { width: 1280, height: 860 } });
        const entities = live.world.test.node.catalog.byName;
        return { errors, hands: new FormHands({ page, culture, entities, origin: `http://${home}:${port}` }) };
      }),
    );
    const [boss, admin, member] = opened.map(({ hands }) => hands) as [FormHands, FormHands, FormHands];
    const { test } = live.world;
    return new BusinessDay({ culture, login }, { boss, admin, member }, test, () =>
      opened.flatMap(({ errors }) => errors),
    );
  }

  private word(module?: string): ReturnType<typeof journeyWords> {
    return journeyWords(this.on.culture, module);
  }

  /** The platform puts a plan on sale and adds the company, whose administrator follows the invitation. */
  async openCompany(): Promise<void> {
    const { boss, admin } = this.people;
    await boss.go('/user/login');
    await this.signIn(boss.page, 'superAdmin', password);
    const name = `Starter ${this.code}`;
    await boss.add(
      'goods',
      {
        ...{ code: `starter-${this.code}`, name, nameZh: name },
        sets: [{ code: 'month', value: '1,000 orders', price: '99', days: '30', orders: '1000' }],
      },
      name,
    );
    await boss.act('goods', 'sell');
    const email = `ida@${this.code}.example`;
    await boss.add(
      'tenant',
      {
        ...{ name: `Harbour ${this.code}`, code: this.code, host: this.host },
        ...{ adminName: 'Ida Kern', email, defaultLocale: this.on.culture },
      },
      `Harbour ${this.code}`,
    );
    const t = this.word('members');
    const letter = await this.test.letters.next(email);
    await boss.page.getByRole('tab', { name: t('panel.firstSignIn') }).click();
    await see(boss.page.locator('.members-invitation')).toContainText(email);
    const link = new URL(/https?:\S+/.exec(letter.text)?.[0] ?? 'no link');
    await admin.go(link.pathname + link.search);
    await see(admin.page.getByLabel(t('door.recover.to'))).toHaveValue(email);
    await this.takeCode(admin.page, email, 'recover');
    await admin.page.getByRole('button', { name: t('door.recover.submit') }).click();
    await shown(admin.page.getByText(t('door.recover.done')));
    await admin.page.getByRole('link', { name: t('door.back') }).click();
    await this.signIn(admin.page, email, ownPassword);
  }

  /** The company recharges its wallet at the platform and buys the plan from it. */
  async buyPlan(): Promise<void> {
    const { boss, admin } = this.people;
    const t = this.word('plans');
    await admin.add('tenant-recharge', { amount: '500', paidOn: dayFrom(-1), attachment: slip }, /^TR-/);
    await admin.act('tenant-recharge', 'submit');
    await boss.go('/TenantRechargeAdmin');
    await boss.page
      .getByRole('row')
      .filter({ hasText: `Harbour ${this.code}` })
      .getByRole('link')
      .first()
      .click();
    await boss.act('tenant-recharge-review', 'pass');

    await admin.go('/tenant-goods');
    const plan = admin.page.getByRole('listitem').filter({ hasText: `Starter ${this.code}` });
    const buy = plan.locator('.plans-buy button');
    await buy.click();
    await dialog(admin.page).locator('.ant-btn-primary, .is-primary').last().click();
    await see(admin.page.getByRole('status').filter({ hasText: t('buy.done') })).toBeVisible();
    await admin.go('/tenant-plan');
    await see(admin.page.locator('.plans-usage')).toContainText('1,000');
  }

  /** An account at a carrier, and a channel that is sold over it. */
  async setUpCarrier(): Promise<void> {
    const { admin } = this.people;
    const account = { number: 'A1B234', ...this.on.login };
    await admin.add('express-account', { carrier: 'UPS', name: 'UPS main', ...account }, 'UPS main');
    await admin.add('channel', { carrier: 'UPS', code: 'UPS-1', name: 'UPS harbour' }, 'UPS harbour');
    const service = { code: 'GND', name: 'Harbour ground', carrierServiceCode: '03', fuelIncluded: true } as const;
    await admin.add('channel-service', { channel: 'UPS harbour', ...service }, 'Harbour ground');
    await admin.add('account-channel', { channel: 'UPS harbour', account: 'UPS main' }, /.+/);
    await admin.add(
      'channel-ship-from',
      {
        ...{ channel: 'UPS harbour', shortName: 'Dock', company: 'Harbour Logistics', phone: '+1 909 555 0100' },
        ...{ postalCode: '91761', city: 'Ontario', state: 'CA', address1: '1 Main Street' },
      },
      'Dock',
    );
  }

  /** Parcels cost 8 and are sold for a quarter more; pallets are sold at 20 a hundredweight. */
  async setUpPrices(): Promise<void> {
    const { admin } = this.people;
    const zones = '2: US:900-908\n8: US:100-104';
    const chart = { code: 'ZONES', name: 'From Ontario', carrier: 'UPS', origin: '917', from: '2026-01-01', zones };
    await admin.add('zone-chart', chart, /From Ontario/);
    await admin.act('zone-chart', 'submit');
    await admin.act('zone-chart', 'activate');
    const fixed = { service: 'Harbour ground', amount: '8', maxWeight: '20', from: '2026-01-01' };
    await admin.add('fixed-rate', { code: 'FLAT', name: 'Flat box', side: 'cost', ...fixed }, /Flat box/);
    await admin.act('fixed-rate', 'submit');
    await admin.act('fixed-rate', 'activate');
    await admin.add('level', { name: 'Shippers' }, 'Shippers');
    const level = { channel: 'UPS harbour', level: 'Shippers', priceBasis: 'costPlus', percent: '25' };
    await admin.add('channel-level', level, /.+/);
    const lane = { originFrom: '000', originTo: '999', destinationFrom: '000', destinationTo: '999', zone: 'all' };
    await admin.add(
      'freight-tariff',
      {
        ...{ code: 'LTL-1', name: 'Pallets', carrier: 'UPS', side: 'sale', from: '2026-01-01' },
        ...{ lanes: [lane], rates: [{ zone: 'all', freightClass: '100', l5c: '20' }] },
      },
      'Pallets',
    );
    await admin.act('freight-tariff', 'activate');
  }

  /** A person at a shipper registers. */
  async register(): Promise<void> {
    const { member } = this.people;
    const t = this.word('members');
    const email = `mia@${this.code}.example`;
    await member.go('/user/register');
    await member.page.getByLabel(t('door.register.to')).fill(email);
    await this.takeCode(member.page, email, 'register');
    await member.page.getByLabel(t('door.register.name')).fill('Mia Tern');
    await member.page.getByLabel(t('door.register.company')).fill(customerName);
    await member.page.getByRole('button', { name: t('door.register.submit') }).click();
    await see(member.page).toHaveURL(/register-result/);
  }

  /** The shipper is admitted before there is any other customer; the review leads on to the first channel. */
  async admit(): Promise<void> {
    const { admin, member } = this.people;
    const t = this.word('members');
    const email = `mia@${this.code}.example`;
    await admin.go('/sysUser?view=waiting');
    await admin.page.getByRole('row').filter({ hasText: email }).getByRole('link').first().click();
    await admin.page.getByRole('tab', { name: t('panel.admission') }).click();
    await admin.page.getByLabel(t('admission.code')).fill('C1');
    await admin.page.getByRole('button', { name: t('admission.admit') }).click();
    await admin.page.getByRole('link', { name: t('admission.grant') }).click();
    await see(admin.page).toHaveURL(/customer-channel/);
    await admin.add('customer-channel', { customer: customerName, channel: 'UPS harbour', level: 'Shippers' }, /.+/);
    await member.go('/user/client-login');
    await this.signIn(member.page, email, ownPassword);
  }

  /** The customer submits a bank slip, and the company credits it. */
  async fund(amount: string): Promise<void> {
    const { admin, member } = this.people;
    await member.add('recharge', { amount, paidOn: dayFrom(-1), attachment: slip }, /^RC-/);
    await member.act('recharge', 'submit');
    await admin.go(new URL(member.page.url()).pathname);
    await admin.act('recharge', 'pass');
    await see(headerBalance(member.page)).toHaveText('1,000.00');
  }

  /** A parcel is priced, paid and labelled; answers its tracking number. */
  async shipParcel(): Promise<string> {
    const { page } = this.people.member;
    await this.people.member.go('/order-entry');
    await typeParcel(page);
    const chosen = page.locator('.entry-offer.is-chosen');
    await see(chosen).toContainText('10.00');
    await page.keyboard.press('ControlOrMeta+Enter');
    const ordered = this.people.member.words('order').states['ordered'] ?? 'no words';
    await see(page.locator('.entry-follow .tag')).toHaveText(ordered, { timeout: 45_000 });
    await see(headerBalance(page)).toHaveText('990.00');
    return page.locator('.entry-packages code').first().innerText();
  }

  /** Two pallets of 500 lb: quoted and booked by the customer, picked up by the company. */
  async shipPallets(): Promise<void> {
    const { admin, member } = this.people;
    const { page } = member;
    const t = this.word('freight');
    await member.go('/freight-entry');
    await member.fill('ltl-order', page.locator('form.form-body'), {
      ...{ pickupDate: dayFrom(4), shipFromName: 'Dock 4', shipFromAddress1: '4100 Fillmore Street' },
      ...{ shipFromCity: 'Chino', shipFromState: 'CA', shipFromPostalCode: '91710' },
      ...{ shipToName: 'Receiving', shipToAddress1: '2200 Commerce', shipToCity: 'Reno', shipToState: 'NV' },
      shipToPostalCode: '89502',
      handlingUnits: [
        { kind: 'pallet', quantity: '2', length: '48', width: '40', height: '48', weight: '500', description: 'Tents' },
      ],
    });
    await button(page, t('entry.quote')).click();
    await see(page.getByRole('region', { name: 'UPS' })).toContainText('200.00');
    await button(page, t('quote.book', { carrier: 'UPS' })).click();
    await see(page.locator('.freight-tools')).toContainText(t('entry.booked'));
    const order = await page.locator('.freight-tools a').getAttribute('href');
    await admin.go(order ?? '/no-order');
    await admin.act('ltl-order', 'pickUp', { proNo: 'PRO-4711' });
    await see(headerBalance(page)).toHaveText('790.00');
  }

  /** A box by sea: loaded by scanner, declared, closed and settled at its cost and a tenth. */
  async consolidate(): Promise<void> {
    const { admin } = this.people;
    const { page } = admin;
    const t = this.word('consolidation');
    await admin.add(
      'main-bill',
      {
        ...{ number: 'SEA-4711', mode: 'sea', carrier: 'Matson', origin: 'Ningbo', destination: 'Long Beach' },
        ...{ markupPercent: '10', costs: [{ kind: 'freight', amount: '100' }] },
      },
      'SEA-4711',
    );
    const bill = new URL(page.url()).pathname;
    await admin.go('/main-bill-scan');
    const board = page.locator('.scan-board');
    for (const [text, word] of [
      ['SEA-4711', 'bill'],
      ['BOX-1', 'unknown'],
      ['C1', 'assigned'],
      ['12.5', 'weighed'],
      ['60x40x35', 'sized'],
    ] as const) {
      await page.getByLabel(t('scan.field')).fill(text);
      await page.keyboard.press('Enter');
      await see(board).toContainText(t(`scan.now.${word}`));
    }
    await admin.add(
      'goods-declare',
      {
        ...{ box: 'BOX-1', hsCode: '610910', origin: 'CN', descriptionEn: 'Shirt', descriptionZh: 'T恤' },
        ...{ quantity: '2', unitPrice: '5' },
      },
      /.+/,
    );
    await admin.go(bill);
    await admin.act('main-bill', 'close');
    await admin.act('main-bill', 'depart');
    await admin.act('main-bill', 'arrive');
    await admin.act('main-bill', 'settle');
  }

  /**
   * The carrier's bill of the parcel comes in as a file, and is locked. No day before the admission will do: the
   * customer's first period begins on that day.
   */
  async billCarrier(tracking: string): Promise<void> {
    const { admin } = this.people;
    const { page } = admin;
    this.billedOn = dayFrom(0);
    await admin.go('/bill-import');
    const number = '0000A1B234471';
    const charge = { tracking, net: '8.00', entered: '3', billed: '3', date: this.billedOn, shipDate: this.billedOn };
    const file = { name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(upsBill(number, [charge])) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.bill-import').getByRole('link', { name: number }).click();
    await page.getByRole('row').filter({ hasText: number }).getByRole('link').first().click();
    await admin.act('carrier-bill', 'lock');
  }

  /** The same parcel once more, for which the customer then asks a refund. */
  async refundSecond(): Promise<void> {
    const { admin, member } = this.people;
    const { page } = member;
    const before = await this.balance();
    await member.go('/order-entry');
    await typeParcel(page);
    await see(page.locator('.entry-offer.is-chosen')).toContainText('10.00');
    await page.keyboard.press('ControlOrMeta+Enter');
    const words = member.words('order');
    await see(page.locator('.entry-follow .tag')).toHaveText(words.states['ordered'] ?? '', { timeout: 45_000 });
    await page.getByRole('link', { name: this.word('order-entry')('follow.open') }).click();
    await member.act('order', 'applyRefund', { refundReason: 'Sent twice' });
    await admin.go(new URL(page.url()).pathname);
    // The carrier is asked to void the label first, by a job.
    const confirm = button(admin.page.locator('.page-header'), admin.words('order').actions['refund'] ?? '');
    await confirm.waitFor({ timeout: 45_000 });
    await admin.act('order', 'refund');
    await see(headerBalance(page)).toHaveText(before);
  }

  /** What was charged after shipping joins one bill, which is pushed and read by the customer. */
  async billCustomer(): Promise<void> {
    const { admin, member } = this.people;
    const { page } = admin;
    const t = this.word('sale');
    await admin.go('/bill-run');
    await page.getByLabel(t('run.until')).fill(dayFrom(15));
    await button(page.locator('.bill-run-card').first(), t('run.generate')).click();
    await see(page.locator('.bill-run').getByRole('status')).toHaveText(t('run.billsDone', { many: '1' }), {
      timeout: 45_000,
    });
    await page
      .locator('.bill-run')
      .getByRole('link', { name: t('run.toBills') })
      .click();
    await page.getByRole('link', { name: /^C1-/ }).first().click();
    await page.getByRole('tab', { name: admin.words('member-bill-line').plural }).click();
    await see(page.locator('.related')).toContainText('BOX-1');
    await see(page.locator('.related')).toContainText('110.00');
    await admin.act('member-bill', 'push');
    await member.go(new URL(page.url()).pathname);
    await member.page.getByRole('tab', { name: member.words('member-bill-line').plural }).click();
    await see(member.page.locator('.related')).toContainText('BOX-1');
  }

  /** The reports of the week. */
  async closeWeek(): Promise<void> {
    const { admin } = this.people;
    const { page } = admin;
    const t = this.word('sale');
    await admin.go('/bill-run');
    await page.getByLabel(t('run.week')).fill(this.billedOn);
    await button(page, t('run.makeWeekly')).click();
    await see(page.locator('.bill-run').getByRole('status')).toContainText(/[1-9]/);
    await page
      .locator('.bill-run')
      .getByRole('link', { name: t('run.toWeekly') })
      .click();
    await see(page.getByRole('row').filter({ hasText: customerName }).first()).toBeVisible();
  }

  /** What the customer reads in the header in the end. */
  async balance(): Promise<string> {
    const { member } = this.people;
    await member.go('/welcome');
    await see(headerBalance(member.page)).toHaveText(/\d/);
    return headerBalance(member.page).innerText();
  }

  private signIn(page: Page, account: string, word: string): Promise<void> {
    return signIn(page, this.word(), { account, word });
  }

  /** Has a code sent to an address, reads it in the mail, and chooses a password. */
  private async takeCode(page: Page, to: string, purpose: 'recover' | 'register'): Promise<void> {
    const t = this.word();
    await pressAndSolve(page, this.test, { button: t('door.send') });
    await shown(page.getByText(t(`door.${purpose}.sent`)));
    const { text } = await this.test.letters.next(to);
    await page.getByLabel(t('door.code'), { exact: true }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? 'no code');
    await page.getByLabel(t('door.newPassword')).fill(ownPassword);
    await page.getByLabel(t('door.confirm')).fill(ownPassword);
  }
}
