import type { ChallengeType } from '@firmament/rules';
import type { Life } from './lives.ts';

/** An order: how many days ago it was made, of what size in dollars, and what became of it. */
export type Purchase = { daysAgo: number; type: ChallengeType; size: number; life: Life; server?: string };
export type Person = {
  name: string;
  email: string;
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
  purchases: Purchase[] = [],
  is?: Person['is'],
): Person => ({ name, email: `${local}.example`, daysAgo, purchases, ...(is ? { is } : {}) });

/** The trader of the demonstration, with an account in each state of interest. */
export const MAIN_TRADER = person(352, 'Tamsin Okafor', 'trader@firmament', [
  two(330, 10, 'failed_daily'),
  two(214, 100, 'live'),
  two(118, 50, 'phase2'),
  two(41, 10, 'exactly_at_target'),
  { ...one(23, 25, 'running'), server: 'Firmament-Live' },
  two(0.35, 5, 'submitted'),
  one(0.12, 50, 'unpaid'),
]);

/** A verified trader who has bought nothing yet. */
export const NEW_TRADER = person(1, 'Noa Lindqvist', 'newcomer@firmament');

/** Everyone else, in the order of their registration. */
export const TRADERS: readonly Person[] = [
  person(349, 'Amélie Lefèvre', 'amelie.lefevre@post', [two(347, 25, 'live')]),
  person(344, 'Kwabena Mensah', 'kwabena@mail', [one(343, 5, 'failed_total')]),
  person(339, '山田 花子', 'hanako.yamada@post', [two(338, 50, 'failed_phase2'), two(96, 50, 'phase2')]),
  person(331, 'Łukasz Wiśniewski', 'lukasz@inbox', [one(330, 10, 'closed')]),
  person(326, 'ليلى منصور', 'layla.mansour@mail', [two(325, 10, 'live'), one(58, 25, 'running')]),
  person(318, 'Maximilian-Friedrich von Hohenlohe-Langenburg-Schwarzenfels', 'm.f.hohenlohe@post', [
    two(317, 100, 'second_chance'),
  ]),
  person(311, 'Grace Adeyemi-Thompson', 'grace.at@mail', [one(310, 50, 'live')]),
  person(303, 'José Ñíguez Castañeda', 'jose.niguez@inbox', [two(302, 5, 'failed_rules')]),
  person(297, '王小明', 'xiaoming.wang@mail', [two(296, 15, 'live')]),
  person(290, 'Þórunn Björnsdóttir', 'thorunn@post', [one(289, 25, 'failed_live')]),
  person(284, "Siobhán O'Neill", 'siobhan.oneill@mail', [
    two(283, 10, 'failed_total'),
    two(190, 10, 'phase2'),
  ]),
  person(277, 'Дмитрий Соколов', 'dmitri.sokolov@inbox', [one(276, 100, 'closed')], 'unsubscribed'),
  person(271, 'Priya Raghunathan', 'priya.r@mail', [two(270, 25, 'live'), two(33, 50, 'at_target')]),
  person(266, 'Ελένη Παπαδοπούλου', 'eleni.p@post', [two(264, 5, 'failed_daily')]),
  person(260, 'Bo Li', 'bo@mail', [one(259, 5, 'live')]),
  person(254, 'Zoë Ångström', 'zoe.angstrom@inbox', [two(253, 50, 'failed_rules')]),
  person(247, 'Mateus Conceição', 'mateus@post', [one(246, 10, 'failed_total'), one(120, 10, 'running')]),
  person(241, 'יונתן לוי', 'yonatan.levi@mail', [two(240, 25, 'second_chance')]),
  person(236, 'Viktor Brandt', 'viktor.brandt@mail', [two(235, 10, 'failed_rules')], 'disabled'),
  person(229, 'Nguyễn Thị Minh Khai', 'minhkhai@inbox', [two(228, 15, 'phase2_at_target')]),
  person(222, 'Fatima Zahra Benali', 'fz.benali@post', [one(221, 25, 'failed_daily')]),
  person(216, 'Oliver Whitcombe', 'oliver.whitcombe@mail', [two(215, 100, 'reinstated')]),
  person(209, '김서연', 'seoyeon.kim@mail', [two(208, 25, 'failed_phase2'), one(44, 10, 'near_floor')]),
  person(203, 'Şebnem Yılmaz', 'sebnem@inbox', [one(202, 5, 'closed')], 'unsubscribed'),
  person(198, 'Annegret Müller-Lüdenscheidt-Großkreutz', 'annegret.mlg@post', [two(197, 50, 'live')]),
  person(190, 'Thabo Nkosi', 'thabo.nkosi@mail', [two(189, 10, 'failed_total')]),
  person(184, 'Camila Rojas Ibáñez', 'camila.rojas@mail', [one(183, 100, 'failed_live')]),
  person(177, 'سارا کریمی', 'sara.karimi@inbox', [two(176, 5, 'phase2')]),
  person(170, 'Ethan Nakamura-Reyes', 'ethan.nr@mail', [one(169, 50, 'running'), one(12, 50, 'fresh')]),
  person(163, 'Ioana Drăgulescu', 'ioana@post', [two(162, 25, 'failed_rules')]),
  person(157, '佐藤 健', 'ken.sato@mail', [one(156, 25, 'live')]),
  person(151, 'Wanjiru Kamau', 'wanjiru.kamau@inbox', [two(150, 10, 'phase2_at_target')]),
  person(144, 'Đorđe Petrović', 'djordje@post', [two(143, 100, 'failed_daily')]),
  person(138, 'Aroha Te Rangi', 'aroha@mail', [one(137, 10, 'near_floor')]),
  person(132, 'Luca Bianchi', 'luca.bianchi@inbox', [two(131, 50, 'phase2'), two(88, 5, 'deleted')]),
  person(126, 'Ólöf Sigurðardóttir', 'olof@post'),
  person(121, 'Jaswinder Kaur Gill', 'jaswinder@mail', [one(120, 5, 'at_target')], 'unsubscribed'),
  person(114, 'Tomáš Dvořák', 'tomas.dvorak@inbox', [two(113, 25, 'phase2')]),
  person(108, 'محمد الأحمدي', 'm.alahmadi@mail', [two(107, 100, 'phase2_at_target')]),
  person(101, 'Élodie Tremblay-Côté', 'elodie.tc@post', [
    one(100, 10, 'failed_total'),
    one(27, 5, 'running'),
  ]),
  person(95, 'Sione Tuʻipulotu', 'sione@mail', [two(94, 10, 'near_floor')]),
  person(89, '陳怡君', 'yichun.chen@inbox', [two(88, 50, 'at_target')]),
  person(84, 'Hannes Überschär', 'hannes@post', [one(83, 25, 'failed_rules')]),
  person(78, 'Aisha Mohammed Yusuf', 'aisha.yusuf@mail', [two(77, 5, 'running')]),
  person(73, 'Rafael Domínguez', 'rafael@inbox', [one(72, 100, 'near_floor')]),
  person(67, 'ธนกฤต ศรีสุข', 'thanakrit@mail', [two(66, 25, 'running')]),
  person(62, 'Ngozi Chukwuemeka', 'ngozi.c@post', [
    two(61, 10, 'at_target'),
    two(3, 25, 'needs_credentials'),
  ]),
  person(56, 'Freja Kjærgaard', 'freja@mail', [one(55, 50, 'running')]),
  person(51, 'प्रिया शर्मा', 'priya.sharma@inbox', [two(50, 10, 'running')]),
  person(46, 'Daniel Kowalczyk', 'daniel.k@mail', [one(45, 5, 'reminded')]),
  person(42, 'Yerlan Nurpeisov', 'yerlan@post', [two(40, 50, 'running')]),
  person(37, 'Chloé Van den Bossche', 'chloe.vdb@mail', [two(36, 100, 'at_target')], 'unsubscribed'),
  person(33, 'Isaac Levi Montgomery III', 'isaac.montgomery@inbox', [one(32, 10, 'running')]),
  person(29, 'Гульнара Ахметова', 'gulnara@mail', [two(28, 5, 'near_floor')]),
  person(25, 'Marguerite-Éléonore de La Rochefoucauld', 'marguerite@post', [two(24, 25, 'running')]),
  person(21, 'Sam Fo', 'sam.fo@mail', [one(20, 5, 'rejected')]),
  person(18, 'Abdulrahman Al-Sayed', 'a.alsayed@inbox', [two(17, 50, 'running')]),
  person(15, 'Lindiwe Dlamini', 'lindiwe@mail', [one(14, 100, 'running')]),
  person(13, 'Pekka Hämäläinen', 'pekka@post', [two(11, 10, 'fresh')]),
  person(10, 'Aditya Venkataramanan', 'aditya.v@mail', [two(9, 25, 'running')]),
  person(8, 'Beatriz Salgueiro', 'beatriz@inbox', [one(6, 10, 'reminded')]),
  person(6, '林志玲', 'chiling.lin@mail', [two(4, 10, 'fresh')]),
  person(5, 'Kaveh Rostami', 'kaveh@post', [two(3, 50, 'rejected')]),
  person(4, 'Malia Kealoha', 'malia@mail', [one(2, 25, 'needs_credentials')]),
  person(3, 'Jörg-Sebastian Grünwald', 'joerg.gruenwald@inbox', [two(1, 100, 'credentials_first')]),
  person(3, 'Esi Owusu', 'esi@mail', [two(2, 25, 'submitted_again')]),
  person(2, 'Takoda Red Cloud', 'takoda@post', [one(0.7, 5, 'submitted')]),
  person(2, 'Inès Haddad', 'ines.haddad@mail', [two(0.5, 10, 'copied_proof')]),
  person(1, 'Óscar Peñaranda', 'oscar@inbox', [two(0.3, 50, 'submitted')]),
  person(1, 'Mei-Ling Abernathy', 'meiling@mail', [one(0.2, 25, 'unpaid')]),
  person(0.4, 'Róisín Ní Dhomhnaill', 'roisin@post', [two(0.15, 10, 'unpaid')]),
  person(160, 'Jean-Luc Moreau', 'jl.moreau@mail', [], 'unverified'),
  person(71, 'Olga Тест Ivanova', 'olga.ivanova@inbox', [], 'unverified'),
  person(30, 'A. Nonymous', 'nonymous@mail', [], 'unverified'),
  person(7, 'Gustavo Paredes', 'gustavo@post', [], 'unverified'),
  person(1, 'Linh Tran', 'linh.tran@mail', [], 'unverified'),
  person(1, 'Linh Tran', 'linh.tran@mail', [], 'unverified'),
];
