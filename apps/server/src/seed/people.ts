import type { ChallengeType } from '@firmament/rules';
import type { Life } from './lives.ts';

/** An order: how many days ago it was made, of what size in dollars, and what became of it. */
export type Purchase = { daysAgo: number; type: ChallengeType; size: number; life: Life; server?: string };
export type Person = {
  name: string;
  email: string;
  zone: string;
  /** Days since the registration; the first order follows it. */
  daysAgo: number;
  purchases: Purchase[];
  is?: 'unverified' | 'disabled' | 'unsubscribed';
};

const order =
  (type: ChallengeType) =>
  (daysAgo: number, size: number, life: Life): Purchase => ({ daysAgo, type, size: size * 1000, life });
const one = order('1-Step Challenge');
const two = order('2-Step Challenge');

const person = (
  daysAgo: number,
  name: string,
  local: string,
  zone: string,
  purchases: Purchase[] = [],
  is?: Person['is'],
): Person => ({ name, email: `${local}.example`, zone, daysAgo, purchases, ...(is ? { is } : {}) });

/** The trader of the demonstration, with an account in each state of interest. */
export const MAIN_TRADER = person(352, 'Tamsin Okafor', 'trader@firmament', 'Europe/London', [
  two(330, 10, 'failed_daily'),
  two(214, 100, 'live'),
  two(118, 50, 'phase2'),
  two(41, 10, 'exactly_at_target'),
  { ...one(23, 25, 'running'), server: 'Firmament-Live' },
  two(0.35, 5, 'submitted'),
  one(0.12, 50, 'unpaid'),
]);

/** A verified trader who has bought nothing yet. */
export const NEW_TRADER = person(1, 'Noa Lindqvist', 'newcomer@firmament', 'Europe/Stockholm');

/** Everyone else, in the order of their registration. */
export const TRADERS: readonly Person[] = [
  person(349, 'Amélie Lefèvre', 'amelie.lefevre@post', 'Europe/Paris', [two(347, 25, 'live')]),
  person(344, 'Kwabena Mensah', 'kwabena@mail', 'Africa/Accra', [one(343, 5, 'failed_total')]),
  person(339, '山田 花子', 'hanako.yamada@post', 'Asia/Tokyo', [
    two(338, 50, 'failed_phase2'),
    two(96, 50, 'phase2'),
  ]),
  person(331, 'Łukasz Wiśniewski', 'lukasz@inbox', 'Europe/Warsaw', [one(330, 10, 'closed')]),
  person(326, 'ليلى منصور', 'layla.mansour@mail', 'Asia/Dubai', [
    two(325, 10, 'live'),
    one(58, 25, 'running'),
  ]),
  person(
    318,
    'Maximilian-Friedrich von Hohenlohe-Langenburg-Schwarzenfels',
    'm.f.hohenlohe@post',
    'Europe/Berlin',
    [two(317, 100, 'second_chance')],
  ),
  person(311, 'Grace Adeyemi-Thompson', 'grace.at@mail', 'Africa/Lagos', [one(310, 50, 'live')]),
  person(303, 'José Ñíguez Castañeda', 'jose.niguez@inbox', 'America/Mexico_City', [
    two(302, 5, 'failed_rules'),
  ]),
  person(297, '王小明', 'xiaoming.wang@mail', 'Asia/Shanghai', [two(296, 15, 'live')]),
  person(290, 'Þórunn Björnsdóttir', 'thorunn@post', 'Atlantic/Reykjavik', [one(289, 25, 'failed_live')]),
  person(284, "Siobhán O'Neill", 'siobhan.oneill@mail', 'Europe/Dublin', [
    two(283, 10, 'failed_total'),
    two(190, 10, 'phase2'),
  ]),
  person(
    277,
    'Дмитрий Соколов',
    'dmitri.sokolov@inbox',
    'Asia/Almaty',
    [one(276, 100, 'closed')],
    'unsubscribed',
  ),
  person(271, 'Priya Raghunathan', 'priya.r@mail', 'Asia/Kolkata', [
    two(270, 25, 'live'),
    two(33, 50, 'at_target'),
  ]),
  person(266, 'Ελένη Παπαδοπούλου', 'eleni.p@post', 'Europe/Athens', [two(264, 5, 'failed_daily')]),
  person(260, 'Bo Li', 'bo@mail', 'Asia/Singapore', [one(259, 5, 'live')]),
  person(254, 'Zoë Ångström', 'zoe.angstrom@inbox', 'Europe/Stockholm', [two(253, 50, 'failed_rules')]),
  person(247, 'Mateus Conceição', 'mateus@post', 'America/Sao_Paulo', [
    one(246, 10, 'failed_total'),
    one(120, 10, 'running'),
  ]),
  person(241, 'יונתן לוי', 'yonatan.levi@mail', 'Asia/Jerusalem', [two(240, 25, 'second_chance')]),
  person(
    236,
    'Viktor Brandt',
    'viktor.brandt@mail',
    'Europe/Vienna',
    [two(235, 10, 'failed_rules')],
    'disabled',
  ),
  person(229, 'Nguyễn Thị Minh Khai', 'minhkhai@inbox', 'Asia/Ho_Chi_Minh', [
    two(228, 15, 'phase2_at_target'),
  ]),
  person(222, 'Fatima Zahra Benali', 'fz.benali@post', 'Africa/Casablanca', [one(221, 25, 'failed_daily')]),
  person(216, 'Oliver Whitcombe', 'oliver.whitcombe@mail', 'Europe/London', [two(215, 100, 'reinstated')]),
  person(209, '김서연', 'seoyeon.kim@mail', 'Asia/Seoul', [
    two(208, 25, 'failed_phase2'),
    one(44, 10, 'near_floor'),
  ]),
  person(203, 'Şebnem Yılmaz', 'sebnem@inbox', 'Europe/Istanbul', [one(202, 5, 'closed')], 'unsubscribed'),
  person(198, 'Annegret Müller-Lüdenscheidt-Großkreutz', 'annegret.mlg@post', 'Europe/Zurich', [
    two(197, 50, 'live'),
  ]),
  person(190, 'Thabo Nkosi', 'thabo.nkosi@mail', 'Africa/Johannesburg', [two(189, 10, 'failed_total')]),
  person(184, 'Camila Rojas Ibáñez', 'camila.rojas@mail', 'America/Santiago', [one(183, 100, 'failed_live')]),
  person(177, 'سارا کریمی', 'sara.karimi@inbox', 'Asia/Dubai', [two(176, 5, 'phase2')]),
  person(170, 'Ethan Nakamura-Reyes', 'ethan.nr@mail', 'America/Los_Angeles', [
    one(169, 50, 'running'),
    one(12, 50, 'fresh'),
  ]),
  person(163, 'Ioana Drăgulescu', 'ioana@post', 'Europe/Bucharest', [two(162, 25, 'failed_rules')]),
  person(157, '佐藤 健', 'ken.sato@mail', 'Asia/Tokyo', [one(156, 25, 'live')]),
  person(151, 'Wanjiru Kamau', 'wanjiru.kamau@inbox', 'Africa/Nairobi', [two(150, 10, 'phase2_at_target')]),
  person(144, 'Đorđe Petrović', 'djordje@post', 'Europe/Belgrade', [two(143, 100, 'failed_daily')]),
  person(138, 'Aroha Te Rangi', 'aroha@mail', 'Pacific/Auckland', [one(137, 10, 'near_floor')]),
  person(132, 'Luca Bianchi', 'luca.bianchi@inbox', 'Europe/Rome', [
    two(131, 50, 'phase2'),
    two(88, 5, 'deleted'),
  ]),
  person(126, 'Ólöf Sigurðardóttir', 'olof@post', 'Atlantic/Reykjavik'),
  person(
    121,
    'Jaswinder Kaur Gill',
    'jaswinder@mail',
    'America/Toronto',
    [one(120, 5, 'at_target')],
    'unsubscribed',
  ),
  person(114, 'Tomáš Dvořák', 'tomas.dvorak@inbox', 'Europe/Prague', [two(113, 25, 'phase2')]),
  person(108, 'محمد الأحمدي', 'm.alahmadi@mail', 'Asia/Riyadh', [two(107, 100, 'phase2_at_target')]),
  person(101, 'Élodie Tremblay-Côté', 'elodie.tc@post', 'America/Toronto', [
    one(100, 10, 'failed_total'),
    one(27, 5, 'running'),
  ]),
  person(95, 'Sione Tuʻipulotu', 'sione@mail', 'Pacific/Tongatapu', [two(94, 10, 'near_floor')]),
  person(89, '陳怡君', 'yichun.chen@inbox', 'Asia/Taipei', [two(88, 50, 'at_target')]),
  person(84, 'Hannes Überschär', 'hannes@post', 'Europe/Berlin', [one(83, 25, 'failed_rules')]),
  person(78, 'Aisha Mohammed Yusuf', 'aisha.yusuf@mail', 'Africa/Mogadishu', [two(77, 5, 'running')]),
  person(73, 'Rafael Domínguez', 'rafael@inbox', 'America/Bogota', [one(72, 100, 'near_floor')]),
  person(67, 'ธนกฤต ศรีสุข', 'thanakrit@mail', 'Asia/Bangkok', [two(66, 25, 'running')]),
  person(62, 'Ngozi Chukwuemeka', 'ngozi.c@post', 'Africa/Lagos', [
    two(61, 10, 'at_target'),
    two(3, 25, 'needs_credentials'),
  ]),
  person(56, 'Freja Kjærgaard', 'freja@mail', 'Europe/Copenhagen', [one(55, 50, 'running')]),
  person(51, 'प्रिया शर्मा', 'priya.sharma@inbox', 'Asia/Kolkata', [two(50, 10, 'running')]),
  person(46, 'Daniel Kowalczyk', 'daniel.k@mail', 'America/Chicago', [one(45, 5, 'reminded')]),
  person(42, 'Yerlan Nurpeisov', 'yerlan@post', 'Asia/Almaty', [two(40, 50, 'running')]),
  person(
    37,
    'Chloé Van den Bossche',
    'chloe.vdb@mail',
    'Europe/Brussels',
    [two(36, 100, 'at_target')],
    'unsubscribed',
  ),
  person(33, 'Isaac Levi Montgomery III', 'isaac.montgomery@inbox', 'America/New_York', [
    one(32, 10, 'running'),
  ]),
  person(29, 'Гульнара Ахметова', 'gulnara@mail', 'Asia/Tashkent', [two(28, 5, 'near_floor')]),
  person(25, 'Marguerite-Éléonore de La Rochefoucauld', 'marguerite@post', 'Europe/Paris', [
    two(24, 25, 'running'),
  ]),
  person(21, 'Sam Fo', 'sam.fo@mail', 'Europe/London', [one(20, 5, 'rejected')]),
  person(18, 'Abdulrahman Al-Sayed', 'a.alsayed@inbox', 'Asia/Kuwait', [two(17, 50, 'running')]),
  person(15, 'Lindiwe Dlamini', 'lindiwe@mail', 'Africa/Johannesburg', [one(14, 100, 'running')]),
  person(13, 'Pekka Hämäläinen', 'pekka@post', 'Europe/Helsinki', [two(11, 10, 'fresh')]),
  person(10, 'Aditya Venkataramanan', 'aditya.v@mail', 'Asia/Kolkata', [two(9, 25, 'running')]),
  person(8, 'Beatriz Salgueiro', 'beatriz@inbox', 'Europe/Lisbon', [one(6, 10, 'reminded')]),
  person(6, '林志玲', 'chiling.lin@mail', 'Asia/Taipei', [two(4, 10, 'fresh')]),
  person(5, 'Kaveh Rostami', 'kaveh@post', 'Europe/Amsterdam', [two(3, 50, 'rejected')]),
  person(4, 'Malia Kealoha', 'malia@mail', 'Pacific/Honolulu', [one(2, 25, 'needs_credentials')]),
  person(3, 'Jörg-Sebastian Grünwald', 'joerg.gruenwald@inbox', 'Europe/Berlin', [
    two(1, 100, 'credentials_first'),
  ]),
  person(3, 'Esi Owusu', 'esi@mail', 'Africa/Accra', [two(2, 25, 'submitted_again')]),
  person(2, 'Takoda Red Cloud', 'takoda@post', 'America/Denver', [one(0.7, 5, 'submitted')]),
  person(2, 'Inès Haddad', 'ines.haddad@mail', 'Africa/Tunis', [two(0.5, 10, 'copied_proof')]),
  person(1, 'Óscar Peñaranda', 'oscar@inbox', 'America/Lima', [two(0.3, 50, 'submitted')]),
  person(1, 'Mei-Ling Abernathy', 'meiling@mail', 'Australia/Sydney', [one(0.2, 25, 'unpaid')]),
  person(0.4, 'Róisín Ní Dhomhnaill', 'roisin@post', 'Europe/Dublin', [two(0.15, 10, 'unpaid')]),
  person(160, 'Jean-Luc Moreau', 'jl.moreau@mail', 'Europe/Paris', [], 'unverified'),
  person(71, 'Olga Тест Ivanova', 'olga.ivanova@inbox', 'Europe/Riga', [], 'unverified'),
  person(30, 'A. Nonymous', 'nonymous@mail', 'UTC', [], 'unverified'),
  person(7, 'Gustavo Paredes', 'gustavo@post', 'America/Buenos_Aires', [], 'unverified'),
  person(1, 'Linh Tran', 'linh.tran@mail', 'Asia/Ho_Chi_Minh', [], 'unverified'),
  person(1, 'Linh Tran', 'linh.tran@mail', 'Asia/Ho_Chi_Minh', [], 'unverified'),
];
