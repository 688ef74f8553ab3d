//! The threads that do a server's work: each has a runtime of its own, and a task stays where it began.
//!
//! Tasks that may go from thread to thread wait in queues of which one can be looked into before another for long, when all
//! threads are busy: some connections waited for half a second while others were served at once. On a thread of its own each
//! task has its turn.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::net::TcpStream;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

/// The threads among which connections and rooms are dealt out; clones are the same crew. The default has no thread of its own:
/// all tasks run where they are begun.
#[derive(Clone, Default)]
pub struct Crew(Arc<[Hand]>);

struct Hand {
    runtime: Handle,
    /// A clone of it for each place that is taken.
    taken: Arc<()>,
}

/// A place on one of the threads, taken as long as this lives.
pub(crate) struct Place {
    runtime: Option<Handle>,
    /// Counts it among those of its thread.
    taken: Option<Arc<()>>,
}

impl Place {
    /// Begins a task on the thread.
    pub(crate) fn spawn(&self, tasks: &TaskTracker, task: impl Future<Output = ()> + Send + 'static) {
        begin(self.runtime.as_ref(), tasks, task);
    }
}

fn begin(runtime: Option<&Handle>, tasks: &TaskTracker, task: impl Future<Output = ()> + Send + 'static) {
    match runtime {
        Some(runtime) => tasks.spawn_on(task, runtime),
        None => tasks.spawn(task),
    };
}

impl Crew {
    /// A place on the thread with the fewest.
    pub(crate) fn place(&self) -> Place {
        let hand = self.0.iter().min_by_key(|hand| Arc::strong_count(&hand.taken));
        let (runtime, taken) = hand.map(|hand| (hand.runtime.clone(), Arc::clone(&hand.taken))).unzip();
        Place { runtime, taken }
    }

    /// Begins a task in a place of its own.
    pub(crate) fn spawn(&self, tasks: &TaskTracker, task: impl Future<Output = ()> + Send + 'static) {
        let Place { runtime, taken } = self.place();
        begin(runtime.as_ref(), tasks, async move {
            task.await;
            drop(taken);
        });
    }

    /// How many tasks live on its threads, whoever began them; the caller's alone where it has none of its own.
    pub(crate) fn tasks(&self) -> usize {
        match self.0.is_empty() {
            true => Handle::current().metrics().num_alive_tasks(),
            false => self.0.iter().map(|hand| hand.runtime.metrics().num_alive_tasks()).sum(),
        }
    }

    /// A stream that another thread has accepted, as one whose events come to this thread.
    ///
    /// # Errors
    /// When the operating system does not let it be waited for here.
    pub(crate) fn take_over(&self, stream: TcpStream) -> io::Result<TcpStream> {
        match self.0.is_empty() {
            true => Ok(stream),
            false => TcpStream::from_std(stream.into_std()?),
        }
    }
}

/// The threads of a crew, which end with this: nothing may need them any more then.
pub struct Workers {
    crew: Crew,
    threads: Vec<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Workers {
    /// Hires so many threads, of which the caller's is the first; it must run a runtime of one thread. A crew of one is the
    /// default crew.
    ///
    /// # Errors
    /// When the operating system gives no more threads.
    pub fn hire(count: usize) -> io::Result<Workers> {
        let mut workers = Workers { crew: Crew::default(), threads: Vec::new() };
        if count < 2 {
            return Ok(workers);
        }
        let hand = |runtime| Hand { runtime, taken: Arc::default() };
        let mut hands = vec![hand(Handle::current())];
        for number in 1..count {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            hands.push(hand(runtime.handle().clone()));
            let (stop, stopped) = oneshot::channel();
            let work = move || {
                // Whether it is told to stop or its owner is gone makes no difference.
                let _ = runtime.block_on(stopped);
            };
            let thread = std::thread::Builder::new().name(format!("worker-{number}")).spawn(work)?;
            workers.threads.push((stop, thread));
        }
        workers.crew = Crew(hands.into());
        Ok(workers)
    }

    /// The crew.
    pub fn crew(&self) -> Crew {
        self.crew.clone()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for (stop, thread) in self.threads.drain(..) {
            let _ = stop.send(());
            // Its panic was reported when it happened.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use super::*;

    /// On how many threads six tasks of a crew run that go on until all have begun, and how many on each.
    async fn spread(crew: &Crew) -> Vec<usize> {
        let tasks = TaskTracker::new();
        let seen = Arc::new(Mutex::new(BTreeMap::new()));
        let all = Arc::new(tokio::sync::Barrier::new(6));
        for _ in 0..6 {
            let (seen, all) = (Arc::clone(&seen), Arc::clone(&all));
            crew.spawn(&tasks, async move {
                let thread = format!("{:?}", std::thread::current().id());
                *seen.lock().expect("nobody panics").entry(thread).or_insert(0) += 1;
                all.wait().await;
            });
        }
        tasks.close();
        tasks.wait().await;
        seen.lock().expect("nobody panics").values().copied().collect()
    }

    #[tokio::test]
    async fn tasks_are_dealt_out_to_all_threads() {
        for (threads, tasks) in [(1, vec![6]), (2, vec![3, 3]), (3, vec![2, 2, 2])] {
            let workers = Workers::hire(threads).expect("threads");
            assert_eq!(spread(&workers.crew()).await, tasks, "of {threads}");
        }
    }

    /// Whatever came and went before, as requests do between sockets.
    #[tokio::test]
    async fn a_place_is_on_the_thread_with_the_fewest() {
        let workers = Workers::hire(3).expect("threads");
        let crew = workers.crew();
        let taken = || crew.0.iter().map(|hand| Arc::strong_count(&hand.taken) - 1).collect::<Vec<_>>();
        let mut kept = Vec::new();
        for _ in 0..9 {
            drop(crew.place());
            kept.push(crew.place());
        }
        assert_eq!(taken(), [3, 3, 3]);
        kept.truncate(7);
        kept.remove(0);
        kept.push(crew.place());
        assert_eq!(taken().iter().max(), Some(&3));
        drop(kept);
        assert_eq!(taken(), [0, 0, 0]);
    }

    #[tokio::test]
    async fn a_stream_is_read_on_the_thread_that_takes_it_over() {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let workers = Workers::hire(2).expect("threads");
        let crew = workers.crew();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let tasks = TaskTracker::new();
        for round in 0..4_u8 {
            let mut peer = TcpStream::connect(address).await.expect("a connection");
            let (stream, _) = listener.accept().await.expect("a connection");
            let theirs = crew.clone();
            crew.spawn(&tasks, async move {
                let mut stream = theirs.take_over(stream).expect("it can be waited for");
                let byte = stream.read_u8().await.expect("a byte");
                stream.write_u8(byte + 1).await.expect("it is written");
            });
            peer.write_u8(round).await.expect("it is written");
            assert_eq!(peer.read_u8().await.expect("a byte"), round + 1);
        }
        tasks.close();
        tasks.wait().await;
    }
}
