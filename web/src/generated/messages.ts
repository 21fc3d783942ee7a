// Made from the server's Python types by `python -m ekiben.server.schema --write`. Do not edit.

export interface Act { type: "act"; request: number; position: number; actions: string[] }
export interface Advice { type: "advice"; request: number; seq: number; remarks: string[]; action: string | null; reasons: string[]; point: string[] }
export interface Advise { type: "advise"; request: number; position: number; move?: boolean }
export interface Again { type: "again"; table: string }
export interface Area { kind: string; path: string }
export interface Back { type: "back"; request: number; seat: number }
export interface BeginDeal { name?: string }
export interface Borrowed { seat: number; route: number }
export interface BranchInfo { table: string; parent: string; at: number; seat: number; name: string; level: string | null; created: number; over: boolean; scores: number[]; ranking: number[][] }
export interface BranchOrigin { parent: string; at: number; seat: number }
export interface BranchTree { table: string; origin: BranchOrigin | null; shared: boolean; branches: BranchInfo[] }
export interface CardBelief { kind: string; count: number }
export interface CardInfo { game: string; titles: Record<string, string>; about: string; seats: [number, number]; minutes: [number, number] | null; lesson: boolean; sections: SectionInfo[] }
export interface ChatLine { n: number; at: number; seat: number; text: string; phrase: string }
export interface ChatLines { type: "chat"; lines: ChatLine[] }
export interface CityFacts { id: string; names: Record<string, string>; at: [number, number]; labels: Record<string, CityLabel | null>; port: boolean; junction: boolean; district: number }
export interface CityLabel { at: [number, number]; anchor: "end" | "middle" | "start"; width: number; dry: boolean }
export interface ClauseInfo { number: string; short: string; text: string; ruling: boolean; option: string | null; before: string | null; after: string | null }
export interface ClauseSummary { number: string; short: string }
export interface Created { table: string; links: Record<string, string> }
export interface Crossing { id: string; names: Record<string, string>; a: number; z: number; cost: number }
export interface DailyDeal { deal: string; game: string; commit: string; seats: DealSeatInfo[]; total: number; best: number | null; begun: boolean; finished: boolean }
export interface DailyInfo { day: string; today: string; closes: number; deals: DailyDeal[] }
export interface DailyPuzzle { day: string; puzzle: PuzzleSummary }
export interface DailyPuzzles { today: string; puzzle: DailyPuzzle; earlier: DailyPuzzle[] }
export interface DealInfo { deal: string; game: string; rules: number; options: Record<string, unknown>; seats: DealSeatInfo[]; commit: string; day: string; closes: number | null; closed: boolean; finished: boolean; open: boolean; seed: string | null; salt: string | null; tries: DealTry[]; rows: DealRow[]; total: number; now: number }
export interface DealLink { deal: string }
export interface DealRow { names: string[]; scores: number[]; score: number; margin: number; place: number; turns: number; at: number; attempt: number; counted: boolean; flaw: "" | "again" | "helped" | "late"; standing: number; mine: boolean; table: string | null }
export interface DealSeatInfo { kind: "bot" | "person"; level: string | null }
export interface DealTry { table: string; over: boolean }
export interface DistrictFacts { number: number; points: number; look: string; path: string }
export interface Done { type: "done"; request: number }
export interface DrawnAsk { kind: "drawn"; posts: number[] }
export interface Due { route?: number; city?: number; count?: number; way?: string; colour?: string; wilds?: number; laid?: Record<string, number>; turned?: string[]; gap?: number; least?: number }
export interface EnginePart { name: string; done: number; total: number; ready: boolean }
export interface EngineStatus { preparing: boolean; parts: EnginePart[] }
export interface ErrorBody { error: ErrorInfo }
export interface ErrorInfo { code: string; text: string }
export interface ErrorMessage { type: "refused"; request: number | null; code: string; text: string; clause: string | null; short: string | null; section: string | null }
export interface ExplorerGroup { seats: number; level: string; games: number; players: number; wins: number; figures: Record<string, number[]>; counts: Record<string, Record<string, number[]>>; won: Record<string, Record<string, number[]>> }
export interface ExplorerInfo { game: string; board: string; rules: number; sources: ExplorerSource[]; tables: ExplorerTable[]; groups: ExplorerGroup[] }
export interface ExplorerSource { games: number; seats: number; players: string[]; seed: number | null; version: string }
export interface ExplorerSummary { game: string; games: number }
export interface ExplorerTable { name: string; stages: string[]; bases: string[]; items: string[] }
export interface Force { seat: number; tile: number }
export interface GameInfo { name: string; titles: Record<string, string>; seats: [number, number]; options: OptionInfo[]; levels: LevelInfo[]; minutes: [number, number] | null; lesson: boolean }
export interface Ground { land: string; lakes: string; rivers: string; creeks: string; hills: string; mountains: string }
export interface Handover { asked: number[]; agreed: number[]; level: string | null }
export interface Harbour { id: string; names: Record<string, string>; post: number }
export interface Hello { type: "hello"; kinds: ("bot" | "open" | "person")[]; names: string[]; levels: (string | null)[]; present: boolean[]; timed_out: boolean[]; assisted: boolean[]; away: number[]; handovers: (Handover | null)[]; watching: number; table: string; game: string; options: Record<string, unknown>; seats: number[]; looking: number | null; seq: number; commit: string; clock_minutes: number | null; public: boolean; again: string | null; chat: boolean }
export interface HomeInfo { version: string; games: GameInfo[] }
export interface JobFacts { id: string; origin: number; goal: number; reward: number; cup: string; season: number }
export interface JobWay { job: number; fetch: number | null; carry: number | null; cost: number | null }
export interface JobsAnswer { kind: "jobs"; jobs: JobWay[] }
export interface JobsAsk { kind: "jobs" }
export interface Join { name?: string; fresh?: string | null }
export interface KindFacts { id: string; colour: string; look: string; form: "double" | "harbour" | "plain" | "ship" | "wild"; deck: number }
export interface Label { id: string; kind: string; large: string; small: string; box: [number, number, number, number] }
export interface LastRound { turns: number; rounds: number; seat: number }
export interface Leave { type: "leave"; request: number; seat: number; level?: string }
export interface LedgerInfo { start: number[]; lines: LedgerLineInfo[]; result: number[]; totals: LedgerTotal[]; curve: ReviewOutlook[] }
export interface LedgerLineInfo { at: number; kind: "choice" | "deal" | "draw" | "happening" | "jobs" | "market" | "tickets" | "tunnel"; seat: number | null; shifts: number[]; text: string; told: string }
export interface LedgerTotal { luck: number; own: number; others: number }
export interface LessonAside { id: string; says: LessonBubble[] }
export interface LessonBubble { text: string; point: string[] }
export interface LessonInfo { lesson: string; game: string; titles: Record<string, string>; minutes: number; steps: number }
export interface LessonStep { lesson: string; step: string; number: number; count: number; says: LessonBubble[]; asides: LessonAside[]; suggested: string | null; strayed: boolean; done: boolean }
export interface LevelInfo { name: string; titles: Record<string, string>; meaning: Record<string, string>; bot: string; seats: number[]; tables: Record<string, string> }
export interface LinkInfo { opens: "device" | "own" | "seat" }
export interface LobbyChanges { now: number; changed: LobbyTable[]; gone: string[] }
export interface LobbyTable { table: string; game: string; options: Record<string, unknown>; names: string[]; kinds: ("bot" | "open" | "person")[]; levels: (string | null)[]; open: number[]; started: boolean; clock_minutes: number | null; created: number }
export interface Longest { seat: number; routes: number[] }
export interface Look { type: "look"; request: number; seat?: number | null }
export interface LookAtLink { token: string }
export interface MakeLink { seat: number }
export interface MapName { names: Record<string, string>; at: [number, number]; size: number; turn: number; water: boolean }
export interface Mixing { type: "mixing"; seq: number; commit: string; seals: string[]; opened: boolean[]; closed: boolean; fault: string | null }
export interface Mouth { at: [number, number]; turn: number }
export interface NewBranch { at: number; seat: number; level?: string | null; name?: string; fresh?: string | null }
export interface NewDeal { game: string; seats: NewSeat[]; options?: Record<string, unknown> }
export interface NewSeat { kind: "bot" | "open" | "you"; level?: string | null; name?: string }
export interface NewTable { game: string; seats: NewSeat[]; options?: Record<string, unknown>; clock_minutes?: number | null; public?: boolean; mixed?: boolean; listed?: boolean; chat?: boolean }
export interface NextTable { table: string }
export interface NoPlan { kind: "none"; reason: string }
export interface OptionInfo { name: string; titles: Record<string, string>; values: unknown[]; default: unknown; proposed: unknown; note: Record<string, string>; clause: string; meaning: Record<string, string>; labels: Record<string, Record<string, string>> }
export interface Ping { type: "ping"; request: number }
export interface Places { towns: number[]; bearings: number[]; texts: Record<string, string[]> }
export interface Plan { type: "plan"; request: number; ask: TrackAsk | DrawnAsk | RunAsk | JobsAsk }
export interface PlanMessage { type: "plan"; request: number; ok: boolean; plan: TrackAnswer | RunAnswer | JobsAnswer | NoPlan }
export interface Pong { type: "pong"; request: number }
export interface ProofCard { label: string; seat: number | null; event: number | null }
export interface ProofDeck { name: string; cards: ProofCard[]; in_order: boolean }
export interface ProofReport { problem: string | null; result: Record<string, unknown> | null; dealt: number; events: Record<string, unknown>[]; decks: ProofDeck[] }
export interface PuzzleAnswer { answer: string }
export interface PuzzleChoice { answer: string; text: string; value: number; error: number }
export interface PuzzlePosition { id: string; game: string; kind: string; rating: number; rules: number; options: Record<string, unknown>; names: string[]; seat: number; language: string; scene: Record<string, unknown>; said: Record<string, unknown>[]; asked: string; legal: string[]; told: string[]; trips: PuzzleTrip[] }
export interface PuzzleSolution { right: boolean; yours: number; unit: "turns" | "worth"; choices: PuzzleChoice[]; reason: string; point: string[] }
export interface PuzzleStop { city: string; delivers: boolean }
export interface PuzzleSummary { id: string; game: string; kind: string; rating: number }
export interface PuzzleTrip { key: string; text: string; stops: PuzzleStop[]; reward: number; cost: number; turns: number; posts: number[]; links: number[]; later: number[] }
export interface Rename { type: "rename"; request: number; seat: number; name: string }
export interface Replace { type: "replace"; request: number; seat: number; level?: string }
export interface Replay { game: string; rules: number; options: Record<string, unknown>; names: string[]; seats: number; eyes: number | string | null; language: string; plies: number; over: boolean; start: Record<string, unknown>; said: Record<string, unknown>[]; asked: string; next: number | null; steps: ReplayStep[] }
export interface ReplayStep { action: string; told: string; seat: number | null; changed: Record<string, unknown>; said: Record<string, unknown>[]; asked: string; next: number | null }
export interface Reset { seat: number; fresh?: string | null }
export interface Reveal { type: "reveal"; request: number; seat: number; part: string }
export interface ReviewAlternative { actions: string[]; text: string; chance: number; gain: number; error: number; made: boolean }
export interface ReviewBelief { seat: number; tickets: TicketBelief[]; cards: CardBelief[] }
export interface ReviewChoice { at: number; actions: string[]; text: string; chance: number; loss: number; error: number; label: "best" | "blunder" | "good" | "inaccuracy" | "mistake"; alternatives: ReviewAlternative[]; explanations: ReviewExplanation[] }
export interface ReviewEvidence { measure: string; played: number; better: number; playouts: number }
export interface ReviewExplanation { key: string; text: string; evidence: ReviewEvidence[] }
export interface ReviewLesson { key: string; text: string; at: number[]; loss: number }
export interface ReviewMessage { game: string; names: string[]; language: string; seats: SeatReviewInfo[]; ledger: LedgerInfo | null; passes: number; playouts: number; done: number; limits: Record<string, number> }
export interface ReviewMoment { at: number; outlook: ReviewOutlook; beliefs: ReviewBelief[] }
export interface ReviewOutlook { chances: number[]; error: number; places: number[]; margins: number[]; playouts: number }
export interface ReviewSurprise { at: number; seat: number; bits: number }
export interface ReviewTurningPoint { at: number; until: number; shift: number; text: string }
export interface RouteFacts { family: "routes"; game: string; clauses: string; names: Record<string, string>; size: [number, number]; land: Area[]; peaks: string; map_names: MapName[]; spots: Record<string, [number, number]>; cities: CityFacts[]; routes: RouteLine[]; tickets: TicketFacts[]; kinds: KindFacts[]; districts: DistrictFacts[]; decks: string[]; pieces: ("bus" | "ship" | "train")[]; building: "" | "harbour" | "station"; points: number[]; in_play: number; advised: number }
export interface RouteLine { id: string; a: number; z: number; length: number; colour: string; look: string; kind: "bus" | "ship" | "train"; twin: number; spaces: [number, number, number][]; space: number; path: string; beside: string; ferry?: number[]; tunnel?: string; mouths?: Mouth[] }
export interface RouteScene { turn: number; seats: RouteSeat[]; closed: number[]; twins: number[]; market: (string | null)[]; decks: number[]; discards: number[]; discarded: Record<string, number>; tickets_left: number; setting_up: boolean; last_round: LastRound | null; due: Due | null; tickets: TicketState[]; payments: Record<string, string>; joined: number[][]; ranking: number[][]; sheet: SheetLine[][]; verdict: string; margin: string; longest: Longest[]; borrowed: Borrowed[] }
export interface RouteSeat { score: number; cards: number[]; tickets: number; pieces: number[]; box: number[]; left: number; routes: number[]; buildings: number[]; known: Record<string, number>; hand?: Record<string, number> | null; held?: number[] | null; offer?: number[] | null }
export interface RunAnswer { kind: "run"; posts: number[]; ends: number[]; actions: string[]; now: number; used: number; left: number; turns: number; fees: number; paid: Record<number, number>; owners: number[]; stop: Stop | null }
export interface RunAsk { kind: "run"; to: number[] }
export interface Say { type: "say"; request: number; seat: number; text?: string; phrase?: "hello" | "luck" | "moment" | "nice" | "oops" | "thanks" | null }
export interface Seal { type: "seal"; request: number; seat: number; seal: string }
export interface SeasonFacts { id: string; names: Record<string, string>; mark: string; colour: string }
export interface SeatLink { link: string }
export interface SeatPosition { table: string; game: string; rules: number; options: Record<string, unknown>; names: string[]; at: number; seat: number; language: string; scene: Record<string, unknown>; said: Record<string, unknown>[]; asked: string; legal: string[]; told: string[] }
export interface SeatReviewInfo { seat: number; accuracy: number; labels: Record<string, number>; turning_points: ReviewTurningPoint[]; lessons: ReviewLesson[]; moments: ReviewMoment[]; choices: ReviewChoice[]; surprises: ReviewSurprise[] }
export interface Seats { type: "seats"; kinds: ("bot" | "open" | "person")[]; names: string[]; levels: (string | null)[]; present: boolean[]; timed_out: boolean[]; assisted: boolean[]; away: number[]; handovers: (Handover | null)[]; watching: number; seq: number }
export interface SectionInfo { id: string; title: string; text: string; clauses: string[]; picture: string | null; caption: string }
export interface SetLanguage { type: "language"; request: number; language: "en" | "ja" }
export interface SheetLine { clause: string; text: string; points: number; late?: boolean; ticket?: number; routes?: number[] }
export interface Sit { token: string; name?: string; fresh?: string | null }
export interface Snapshot { type: "snapshot"; seq: number; asked: string; seat: number | null; legal: string[]; undo: boolean; over: boolean; clocks: number[] | null; said: Record<string, unknown>[]; looking: number | null; scene: Record<string, unknown>; fault: string | null; lesson: LessonStep | null }
export interface Stop { clause: string; reason: string; details: Record<string, unknown> }
export interface TableInfo { table: string; game: string; rules: number; options: Record<string, unknown>; names: string[]; kinds: ("bot" | "open" | "person")[]; levels: (string | null)[]; present: boolean[]; timed_out: boolean[]; assisted: boolean[]; away: number[]; handovers: (Handover | null)[]; watching: number; you: number[]; host: boolean; over: boolean; public: boolean; clock_minutes: number | null; again: string | null; seq: number; mixed: boolean; deal: string | null; sealed: boolean; chat: boolean; rematch: boolean; lesson: string | null; branch: BranchOrigin | null }
export interface TableLink { table: string }
export interface TableStatus { table: string; game: string; names: string[]; kinds: ("bot" | "open" | "person")[]; levels: (string | null)[]; assisted: boolean[]; you: number[]; over: boolean; seat: number | null; idle: number; scores: number[]; ranking: number[][]; again: string | null; lesson: string | null; branch: BranchOrigin | null }
export interface TableSummary { table: string; game: string; options: Record<string, unknown>; names: string[]; kinds: ("bot" | "open" | "person")[]; created: number }
export interface TermInfo { id: string; name: string; forms: string[]; text: string; section: string }
export interface TicketBelief { ticket: string; chance: number }
export interface TicketFacts { id: string; a: number; z: number; points: number; long: boolean }
export interface TicketState { ticket: number; state: "done" | "lost" | "reachable"; spaces?: number; missing?: number[]; borrowed?: number[]; stations?: number[] }
export interface TileFacts { id: string; kind: string; season: number }
export interface TokyoFacts { family: "lattice"; game: string; names: Record<string, string>; map: Record<string, string>; rows: number; columns: number; pitch: number; directions: string[]; lines: string[]; base: string[]; terrain: string[]; costs: string[][]; ground: Ground; cities: Town[]; ports: Harbour[]; ferries: Crossing[]; places: Places; labels: Record<string, Label[]>; jobs: JobFacts[]; seasons: SeasonFacts[]; tiles: TileFacts[]; figures: TokyoFigures }
export interface TokyoFigures { each_turn: number; track_fee: number; loan: number; repay: number; connections: number; straight: number; diagonal: number; trains: string[]; upgrade: Record<string, number>; speed_limits: number[]; ends: Record<string, number>; between: Record<string, number>; track: [number, number] }
export interface TokyoScene { turn: number; in_turn: number; first: number; left: number; still: boolean; spent: number; upgraded: boolean; paid: number[]; losing: number; last_round: boolean; seats: Train[]; track: string[]; jobs: number[]; delivered: number[]; force: Force[]; cups: [number, number]; win_money: number; winner: number; ranking: number[][]; sheet: SheetLine[][]; verdict: string; margin: string }
export interface Town { id: string; names: Record<string, string>; kind: string; posts: number[]; box: [number, number, number, number]; outline: string }
export interface TrackAnswer { kind: "track"; links: number[]; costs: number[]; actions: string[]; cost: number; fees: number; now: number; price: number; turns: number; crossed: Record<string, number>; stop: Stop | null }
export interface TrackAsk { kind: "track"; to: number; start?: number | null }
export interface Train { money: number; loans: number; score: number; speed: number; load: number; at: number; aboard: boolean; joined: number; carried: number[] }
export interface TurningPoint { plies: number[]; scores: number[][]; decided?: number; text?: string }
export interface Undo { type: "undo"; request: number; position: number }
export interface Update { type: "update"; seq: number; asked: string; seat: number | null; legal: string[]; undo: boolean; over: boolean; clocks: number[] | null; said: Record<string, unknown>[]; changed: Record<string, unknown>; by: string | null; revealed: boolean; lesson: LessonStep | null }
export interface Vote { type: "vote"; request: number; seat: number; level?: string; agree?: boolean }
export interface Wait { type: "wait"; text: string }
export interface Why { type: "why"; request: number; action: string }
export interface WhyAnswer { type: "because"; request: number; action: string; legal: boolean; text: string; clause: string | null; short: string | null; section: string | null }
export type Request = Act | Undo | Why | Look | SetLanguage | Plan | Advise | Leave | Back | Replace | Vote | Rename | Say | Seal | Reveal | Ping;
export type ServerMessage = Hello | Seats | Mixing | Snapshot | Update | ErrorMessage | WhyAnswer | PlanMessage | Advice | Done | Again | ChatLines | Wait | Pong;
export type PlanAsk = TrackAsk | DrawnAsk | RunAsk | JobsAsk;
export type PlanAnswer = TrackAnswer | RunAnswer | JobsAnswer | NoPlan;
