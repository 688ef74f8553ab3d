//! A room as a record, so that it comes back without folding all of its entries.
//!
//! Invariants: a room made from its checkpoint is the room that a fold of its entries makes, but for the frames that it
//! remembers: who missed frames from before gets a snapshot. A checkpoint that cannot be read costs time and no more,
//! because the entries before it are kept. It holds every secret of the room and goes to the journal only.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use litemap::LiteMap;
use parlour_engine::{BySeat, Match, Seat, Seats, Standing};
use parlour_protocol::{ChatLine, Player, PlayerId, Prompt, Shown, Vote};
use serde::{Deserialize, Serialize};

use super::Room;
use super::bank::Banks;
use super::entry::Opening;
use super::history::History;
use super::replies::Replies;
use super::shuffle::Agreement;
use super::state::{Chair, State, Table};
use super::transcript::{Transcript, TranscriptRecord};
use crate::clock::Millis;

/// Which fields there are, and what they mean. A checkpoint of another format is not read.
const FORMAT: u32 = 4;

#[derive(Serialize, Deserialize)]
struct Checkpoint<'a> {
    format: u32,
    seq: u64,
    opening: Cow<'a, Opening>,
    at: Millis,
    host: PlayerId,
    members: Cow<'a, [Player]>,
    chairs: BySeat<Chair>,
    table: TableRecord,
    matches: u32,
    chat: Vec<ChatLine>,
    #[serde(default)]
    emotes: VecDeque<(PlayerId, Millis)>,
    prompt: Prompt,
    shuffle: Option<Cow<'a, Agreement>>,
    asked_at: Millis,
    resumed_at: Millis,
    #[serde(default)]
    vote: Option<Vote>,
    #[serde(default)]
    patient_since: Millis,
    replies: Cow<'a, Replies>,
    sees_since: Cow<'a, LiteMap<PlayerId, u64>>,
    transcript: TranscriptRecord,
}

/// A table with its match as it stands.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TableRecord {
    Bare,
    Running {
        standing: Standing,
        held: Vec<(PlayerId, Seat)>,
        #[serde(default)]
        earlier: Vec<Standing>,
        #[serde(default)]
        shown: Vec<Shown>,
        banks: Banks,
    },
    Over {
        standing: Standing,
        finishers: Seats,
    },
}

impl Room {
    /// The room as it is now. A closed room has none.
    pub(super) fn checkpoint(&self) -> Option<Bytes> {
        let Room { seq, state, history: _, replies, sees_since, transcript } = self;
        let State {
            opening,
            at,
            host,
            members,
            chairs,
            table,
            matches,
            chat,
            emotes,
            prompt,
            shuffle,
            asked_at,
            resumed_at,
            vote,
            patient_since,
            closed,
        } = state;
        let checkpoint = Checkpoint {
            format: FORMAT,
            seq: *seq,
            opening: Cow::Borrowed(opening),
            at: *at,
            host: *host,
            members: Cow::Borrowed(members),
            chairs: chairs.clone(),
            table: match table {
                Table::Bare => TableRecord::Bare,
                Table::Running { game, held, earlier, shown, banks } => TableRecord::Running {
                    standing: game.standing(),
                    held: held.clone(),
                    earlier: earlier.iter().map(|game| game.standing()).collect(),
                    shown: shown.clone(),
                    banks: banks.clone(),
                },
                Table::Over { game, finishers } => {
                    TableRecord::Over { standing: game.standing(), finishers: *finishers }
                }
            },
            matches: *matches,
            chat: chat.iter().map(|line| ChatLine::clone(line)).collect(),
            emotes: emotes.clone(),
            prompt: prompt.clone(),
            shuffle: shuffle.as_deref().map(Cow::Borrowed),
            asked_at: *asked_at,
            resumed_at: *resumed_at,
            vote: vote.clone(),
            patient_since: *patient_since,
            replies: Cow::Borrowed(replies),
            sees_since: Cow::Borrowed(sees_since),
            transcript: transcript.record(),
        };
        let text = serde_json::to_vec(&checkpoint).expect("it has string keys and finite numbers only");
        (!closed).then(|| text.into())
    }

    /// The room of a checkpoint that was made after entry `seq`; none if it is not to be read here.
    pub(super) fn from_checkpoint(seq: u64, bytes: &[u8]) -> Option<Room> {
        let checkpoint: Checkpoint = serde_json::from_slice(bytes).ok()?;
        if checkpoint.format != FORMAT || checkpoint.seq != seq {
            return None;
        }
        let variant = &checkpoint.opening.variant;
        let game = |standing| Match::resume(variant.clone(), standing).ok().map(Arc::new);
        let table = match checkpoint.table {
            TableRecord::Bare => Table::Bare,
            TableRecord::Running { standing, held, earlier, shown, banks } => Table::Running {
                game: game(standing)?,
                held,
                earlier: earlier.into_iter().map(game).collect::<Option<_>>()?,
                shown,
                banks,
            },
            TableRecord::Over { standing, finishers } => Table::Over { game: game(standing)?, finishers },
        };
        Some(Room {
            seq,
            transcript: Transcript::from_record(checkpoint.transcript, variant.game()),
            state: State {
                opening: Arc::new(checkpoint.opening.into_owned()),
                at: checkpoint.at,
                host: checkpoint.host,
                members: Arc::new(checkpoint.members.into_owned()),
                chairs: checkpoint.chairs,
                table,
                matches: checkpoint.matches,
                chat: Arc::new(checkpoint.chat.into_iter().map(Arc::new).collect()),
                emotes: checkpoint.emotes,
                prompt: checkpoint.prompt,
                shuffle: checkpoint.shuffle.map(|shuffle| Arc::new(shuffle.into_owned())),
                asked_at: checkpoint.asked_at,
                resumed_at: checkpoint.resumed_at,
                vote: checkpoint.vote,
                patient_since: checkpoint.patient_since,
                closed: false,
            },
            history: History::behind(seq),
            replies: checkpoint.replies.into_owned(),
            sees_since: checkpoint.sees_since.into_owned(),
        })
    }
}
