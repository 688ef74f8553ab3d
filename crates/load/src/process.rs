//! What a process has used, as Linux tells it; elsewhere nothing is known.

/// A tick of the times in `/proc`, in seconds: the same on every Linux.
const TICK: f64 = 0.01;

/// The processor seconds that a process has used, in user and system together, to the hundredth; `process` is its number, or
/// `self`.
pub fn cpu(process: &str) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in brackets may hold anything. Of the fields after it the state is the third of all.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = |number: usize| fields.split_whitespace().nth(number - 3)?.parse::<f64>().ok();
    Some((ticks(14)? + ticks(15)?) * TICK)
}

/// The bytes of memory that it holds.
pub fn memory(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    Some(kilobytes?.parse::<u64>().ok()? * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_can_look_at_itself() {
        assert!(cpu("self").is_some_and(|seconds| (0.0..3_600.0).contains(&seconds)));
        assert!(memory("self").is_some_and(|bytes| bytes > 100_000));
        assert_eq!((cpu("0"), memory("0")), (None, None));
    }
}
