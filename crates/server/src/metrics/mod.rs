//! What the server tells about itself in the text format of Prometheus: one table of all metrics.
//!
//! Invariants: every metric stands in [`Metrics`] and nowhere else; no name, room, address or token is a label. What
//! can be looked up when somebody asks is not counted before (`observe.rs`).

mod instrument;
mod label;
mod moment;
mod process;

use parlour_protocol::{CloseCode, Outcome, Reply, encode};
use prometheus_client::encoding::{EncodeLabelSet, LabelSetEncoder, prometheus_text};
use prometheus_client::metrics::counter::Counter as Rare;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

pub(crate) use instrument::{By, Counter, Gauge, Histogram, Label, Share, Sizes, Spent, Times};
pub(crate) use label::{Asked, Change, Direction, Handshake, Queue, Resumed, Standing, Table, Until};
pub(crate) use moment::Moment;
pub(crate) use prometheus_text::CONTENT_TYPE;

/// Declares the metrics: the field, its instrument, its name, and what it tells.
macro_rules! metrics {
    ($($field:ident: $instrument:ty = $name:literal, $help:literal;)+) => {
        /// All metrics of a server.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Metrics {
            $(#[doc = $help] pub(crate) $field: $instrument,)+
        }

        impl Metrics {
            /// All of them, to be told.
            fn registry(&self) -> Registry {
                let mut registry = Registry::default();
                $(registry.register($name, $help, self.$field.clone());)+
                registry
            }
        }
    };
}

metrics! {
    connections: By<Standing, Gauge> = "parlour_connections", "Open connections by how far they have come";
    handshakes: By<Handshake, Counter> = "parlour_handshakes",
        "Handshakes by what came of them, connections that were one too many included";
    closes: By<CloseCode, Counter> = "parlour_closes", "Sockets that ended, by the code of docs/protocol.md";
    players: Gauge = "parlour_players", "Players in memory, connected or not";
    rooms: By<Table, Gauge> = "parlour_rooms", "Open rooms by game and phase, those that rest included";
    rooms_in_memory: Gauge = "parlour_rooms_in_memory", "Rooms that do not rest";
    room_memory: Gauge = "parlour_room_memory_bytes",
        "About how many bytes the rooms in memory hold, with the frames that they keep for who comes back";
    room_changes: By<Change, Counter> = "parlour_room_changes", "Rooms by what became of them";
    resumes: By<Resumed, Counter> = "parlour_resumes",
        "Times that somebody came back to a room, by what was sent";
    commands: By<Asked, Counter> = "parlour_commands", "Commands that were answered, by type";
    refusals: Family<Refused, Rare> = "parlour_refusals",
        "Commands of these that were refused, by type and code of docs/protocol.md";
    command_seconds: By<Until, Histogram<Times>> = "parlour_command_seconds",
        "How long a command took from when it was read";
    frames: By<Direction, Counter> = "parlour_frames", "Text frames that were read or written";
    frame_bytes: By<Direction, Counter> = "parlour_frame_bytes", "Bytes of their texts";
    queued: By<Queue, Gauge> = "parlour_queued", "What waits in all queues of a kind together";
    longest_queue: By<Queue, Gauge> = "parlour_longest_queue", "What waits in the longest of them";
    tasks: Gauge = "parlour_tasks", "Tasks that live: those of connections and rooms, and a few of the server's own";
    journal_waiting: Gauge = "parlour_journal_waiting", "Writes that the journal has taken and not answered";
    journal_batch: Histogram<Sizes> = "parlour_journal_batch", "Writes of one transaction";
    journal_commit: Histogram<Times> = "parlour_journal_commit_seconds",
        "How long a commit took, until the disk has it where the durability is full";
    journal_failures: Counter = "parlour_journal_failures", "Writes that could not be done";
    cpu: Spent = "process_cpu_seconds", "Processor time that the process has used";
    memory: Gauge = "process_resident_memory_bytes", "Memory of the process";
    descriptors: Gauge = "process_open_fds", "File descriptors that are open";
    descriptors_most: Gauge = "process_max_fds", "File descriptors that may be open";
    threads: Gauge = "process_threads", "Threads of the process";
    started: Gauge = "process_start_time_seconds", "When the process started, in seconds of Unix time";
}

/// A refused command.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Refused {
    asked: Asked,
    code: String,
}

impl EncodeLabelSet for Refused {
    fn encode(&self, encoder: &mut LabelSetEncoder<'_>) -> std::fmt::Result {
        let mut labels = self.asked.labels();
        labels.push(("code", self.code.clone()));
        labels.encode(encoder)
    }
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn answered(&self, asked: Asked, reply: &Reply) {
        self.commands.of(asked).count();
        if let Outcome::Error(error) = &reply.outcome {
            let code = encode(&error.code).trim_matches('"').to_owned();
            self.refusals.get_or_create(&Refused { asked, code }).inc();
        }
    }

    /// Counts a frame of so many bytes.
    pub(crate) fn frame(&self, direction: Direction, bytes: usize) {
        self.frames.of(direction).count();
        self.frame_bytes.of(direction).add(bytes as u64);
    }

    /// All of them as text, with what the operating system knows of the process.
    pub(crate) fn text(&self) -> String {
        process::look(self);
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry()).expect("a text takes all");
        text
    }
}

#[cfg(test)]
mod tests;
